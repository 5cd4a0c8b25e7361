import { randomUUID } from 'node:crypto';
import { changeBy, type CommandContext } from '#shared/domain/change.ts';
import { AlreadyAnsweredError, ConcurrentUpdateError, PlatformError } from '#shared/domain/errors.ts';
import { type AnswerMemory, replay, toRemember } from '#shared/http/answer-memory.ts';
import { callerOf } from '#shared/http/caller.ts';
import type { Exchange, HttpContext, HttpEvent, HttpResult } from '#shared/http/exchange.ts';
import type { Answer, OperationHandler, OperationRequest } from '#shared/http/handler.ts';
import type { Operation } from '#shared/http/operation.ts';
import { serialise, toResult } from '#shared/http/serialise.ts';
import { load, resourceRequest } from './load-resource.ts';

/** Runs the operation's logic; a lost race is tried once more on the resource as it is then (G21). */
export function carryOut<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  memory: AnswerMemory | undefined,
) {
  return async (event: HttpEvent, { exchange }: HttpContext): Promise<HttpResult> => {
    if (exchange.replayed) return exchange.replayed;
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError) || !handler.load) return fallBack(error);
      exchange.resource = await load(handler, event, exchange);
      return once().catch(fallBack);
    }

    async function once(): Promise<HttpResult> {
      let remembered = false;
      const answer = await handler.handle(
        // Query, body and resource were made by the operation's own schemas and its own `load`.
        {
          ...resourceRequest<O>(event, exchange),
          query: exchange.query,
          body: exchange.body,
          resource: exchange.resource,
          requestId: exchange.requestId,
          baseUrl: exchange.baseUrl,
          event,
          async command(planned) {
            remembered = true;
            return commandContext(operation, exchange, memory, planned);
          },
        } as OperationRequest<O, R>,
      );
      if (!remembered) await rememberAlone(operation, exchange, memory, answer);
      return toResult(serialise(operation, answer));
    }

    /** Of two racing requests with one key, the second gives the first one's answer (H10). */
    async function fallBack(error: unknown): Promise<HttpResult> {
      const { claim, receivedAt } = exchange;
      const lost = error instanceof AlreadyAnsweredError || error instanceof ConcurrentUpdateError;
      if (!lost || !claim || !memory) throw error;
      const answer = await replay(memory, claim, callerOf(exchange).workspaceId, receivedAt);
      if (answer) return answer;
      throw new PlatformError(
        'idempotency_in_progress',
        'The first request with this Idempotency-Key is still running.',
      );
    }
  };
}

async function commandContext(
  operation: Operation,
  exchange: Exchange,
  memory: AnswerMemory | undefined,
  planned: Answer,
): Promise<CommandContext> {
  const caller = callerOf(exchange);
  const trace = { requestId: exchange.requestId, nonce: randomUUID(), at: exchange.receivedAt };
  const { claim } = exchange;
  return {
    change: changeBy(caller, operation.name, trace),
    remember:
      claim && memory
        ? await toRemember(memory, claim, caller.workspaceId, serialise(operation, planned))
        : null,
  };
}

/** A command that had nothing to write still keeps its promise to give the same answer again (G90). */
async function rememberAlone(
  operation: Operation,
  exchange: Exchange,
  memory: AnswerMemory | undefined,
  answer: Answer,
): Promise<void> {
  if (!exchange.claim || !memory) return;
  const { change, remember } = await commandContext(operation, exchange, memory, answer);
  if (remember) await memory.answers.remember(remember, change);
}
