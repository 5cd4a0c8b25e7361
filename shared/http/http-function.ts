import middy from '@middy/core';
import type { ApiKeyStore } from '#shared/domain/ports/workspace-store.ts';
import type { Clock } from '#shared/runtime/clock.ts';
import type { Log } from '#shared/runtime/logger.ts';
import type { AnswerMemory } from './answer-memory.ts';
import type { HttpContext, HttpEvent, HttpResult } from './exchange.ts';
import type { OperationHandler } from './handler.ts';
import type { Operation } from './operation.ts';
import { authenticate } from './steps/authenticate.ts';
import { authorise } from './steps/authorise.ts';
import { carryOut } from './steps/carry-out.ts';
import { claimAnswer } from './steps/claim-answer.ts';
import { finishAnswer, finishProblem } from './steps/finish.ts';
import { limitBody } from './steps/limit-body.ts';
import { loadResource } from './steps/load-resource.ts';
import { openExchange } from './steps/open-exchange.ts';
import { parseJson, requireJson } from './steps/parse-json.ts';
import { validate } from './steps/validate.ts';

/** What the general steps of an operation need. Public operations need no keys, only POSTs need a memory. */
export type HttpServices = {
  readonly clock: Clock;
  readonly log: Log;
  readonly keys?: ApiKeyStore;
  readonly memory?: AnswerMemory;
};

/**
 * Wraps an operation's logic into its Lambda handler. The order of the steps is the order in which a client hears of
 * its mistakes (decisions 1, R3); every failure leaves as a problem document, every answer through its schema.
 */
export function httpFunction<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  { clock, log, keys, memory }: HttpServices,
) {
  const { access } = operation;
  const pipeline = middy<HttpEvent, HttpResult, Error, HttpContext>()
    .before(openExchange(clock))
    .after(finishAnswer(operation, log))
    .onError(finishProblem(log))
    .before(limitBody());

  if (access.kind === 'key') {
    if (!keys) throw new Error(`${operation.name} needs the API keys`);
    pipeline.before(authenticate(access, keys)).before(authorise(access));
  }
  if (operation.body) pipeline.before(requireJson());
  if (handler.load) pipeline.before(loadResource(handler));
  if (operation.body) pipeline.before(parseJson(operation.bodyOptional === true));
  if (memory) pipeline.before(claimAnswer(memory));
  pipeline.before(validate(operation));

  return pipeline.handler(carryOut(operation, handler, memory));
}
