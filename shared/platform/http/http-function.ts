import middy from '@middy/core';
import { loadOnValidationError, loadResource } from '#shared/platform/http/steps/load-resource.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import type { OperationHandler } from './handler.ts';
import type { Idempotency } from './idempotency.ts';
import type { Operation } from './operation.ts';
import type { HttpContext, HttpEvent, HttpResult } from './request-context.ts';
import { authenticate } from './steps/authenticate.ts';
import { authorise } from './steps/authorise.ts';
import { checkIdempotency } from './steps/check-idempotency.ts';
import { createRequestContext } from './steps/create-request-context.ts';
import { executeOperation } from './steps/execute-operation.ts';
import { finishResponse, finishProblem, type ErrorPageText } from './steps/finish.ts';
import { limitBody } from './steps/limit-body.ts';
import { parseJson, requireJson } from './steps/parse-json.ts';
import { replayOnRevisionMismatch } from './steps/replay-on-revision-mismatch.ts';
import { validate } from './steps/validate.ts';

/** What the general steps of an operation need. Only public operations need no keys, only POSTs need a memory (R8). */
export type HttpServices = {
  readonly clock: Clock;
  readonly log: Log;
  readonly keys?: ApiKeyStore;
  readonly idempotency?: Idempotency;
  /** For operations that people meet in a browser. */
  readonly errorPageText?: ErrorPageText;
};

/**
 * Wraps an operation's logic into its Lambda handler. The order of the steps is the order in which a client hears of
 * its mistakes (decisions 1, R3); every failure leaves as a problem document, every answer through its schema.
 */
export function httpFunction<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  { clock, log, keys, idempotency, errorPageText }: HttpServices,
) {
  const { access, body, routes } = operation;
  const pipeline = middy<HttpEvent, HttpResult, Error, HttpContext>()
    .before(createRequestContext(clock))
    .after(finishResponse(operation, log))
    .onError(finishProblem(operation, log, errorPageText));

  // The `$default` route has no declared input: whatever it is sent, the answer is 404 or 405.
  if (routes.length > 0) pipeline.before(limitBody());
  if (access.kind === 'key') {
    pipeline.before(authenticate(access, needed(keys, operation), log)).before(authorise(access));
  }
  if (body) pipeline.before(requireJson());
  const recall = body ? [parseJson(operation.optionalBody === true)] : [];
  if (access.kind === 'key' && routes.some((route) => route.method === 'POST')) {
    recall.push(checkIdempotency(needed(idempotency, operation)));
  }
  const find = loadResource(operation, handler);
  const rest = routes.length > 0 ? [...recall, validate(operation)] : recall;
  if (handler.skipLoad)
    for (const step of rest) pipeline.before(loadOnValidationError(operation, find, step));
  else for (const step of [replayOnRevisionMismatch(find, recall), ...rest]) pipeline.before(step);

  return pipeline.handler(executeOperation(operation, handler, idempotency));
}

function needed<T>(service: T | undefined, { name }: Operation): T {
  if (service === undefined) throw new Error(`${name} is wired without a service it needs`);
  return service;
}
