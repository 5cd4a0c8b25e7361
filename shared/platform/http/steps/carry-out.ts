import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Change, changeBy, type CommandContext } from '#shared/platform/core/change.ts';
import { AlreadyAnsweredError, ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { type AnswerMemory, replay, toRemember } from '#shared/platform/http/answer-memory.ts';
import { callerOf } from '#shared/platform/http/caller.ts';
import type { Exchange, HttpContext, HttpEvent, HttpResult } from '#shared/platform/http/exchange.ts';
import type { Answer, OperationHandler, OperationRequest } from '#shared/platform/http/handler.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { namesRevision } from '#shared/platform/http/precondition.ts';
import { PROBLEMS } from '#shared/platform/http/problems.ts';
import { serialise, type SerialisedAnswer, toResult } from '#shared/platform/http/serialise.ts';
import { load, resourceRequest } from './load-resource.ts';

/** What pauses between retries grow from and to, in milliseconds: a dozen stay within a function's ten seconds. */
const FIRST_PAUSE_MS = 40;
const LONGEST_PAUSE_MS = 700;

/**
 * Runs the operation's logic. A lost race is tried again on the resource as it is then: once (G21), or as often as the
 * operation says where no revision is named, since then losing is nothing that the caller could do anything about.
 */
export function carryOut<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  memory: AnswerMemory | undefined,
) {
  return async (event: HttpEvent, { exchange }: HttpContext): Promise<HttpResult> => {
    if (exchange.replayed) return exchange.replayed;
    const retries = namesRevision(event.headers['if-match']) ? 1 : (operation.retries ?? 1);
    try {
      for (let retry = 1; ; retry += 1) {
        try {
          return await once();
        } catch (error) {
          if (!(error instanceof ConcurrentUpdateError) || !handler.load || retry > retries) throw error;
        }
        if (retry > 1) await wait(Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retry));
        exchange.resource = await load(operation, handler, event, exchange);
      }
    } catch (error) {
      return fallBack(error);
    }

    async function once(): Promise<HttpResult> {
      let committed: { answer: Answer; serialised: SerialisedAnswer } | undefined;
      const answer = await handler.handle(
        // Query, body and resource were made by the operation's own schemas and its own `load`.
        {
          ...resourceRequest<O>(exchange),
          query: exchange.query,
          body: exchange.body,
          resource: exchange.resource,
          ifMatch: event.headers['if-match'],
          requestId: exchange.requestId,
          baseUrl: exchange.baseUrl,
          event,
          async command(planned) {
            // Before the command, so that an answer outside its schema cannot follow a write that landed.
            const serialised = serialise(operation, planned);
            committed = { answer: planned, serialised };
            return commandContext(operation, exchange, memory, serialised);
          },
          change: () => changeOf(operation, exchange),
        } as OperationRequest<O, R>,
      );
      if (committed?.answer === answer) return toResult(committed.serialised);
      const serialised = serialise(operation, answer);
      await rememberAlone(serialised);
      return toResult(serialised);
    }

    /** A command that had nothing to write still keeps its promise to give the same answer again (G90). */
    async function rememberAlone(serialised: SerialisedAnswer): Promise<void> {
      if (!exchange.claim || !memory) return;
      const { change, remember } = await commandContext(operation, exchange, memory, serialised);
      if (remember) await memory.answers.remember(remember, change);
    }

    /** Of two racing requests with one key, the second gives the first one's answer (H10). */
    async function fallBack(error: unknown): Promise<HttpResult> {
      const { claim, receivedAt } = exchange;
      if (!isConflict(error) || !claim || !memory) throw error;
      const answer = await replay(memory, claim, callerOf(exchange).workspaceId, receivedAt);
      if (answer) return answer;
      throw error;
    }
  };
}

async function commandContext(
  operation: Operation,
  exchange: Exchange,
  memory: AnswerMemory | undefined,
  answer: SerialisedAnswer,
): Promise<CommandContext> {
  const { workspaceId } = callerOf(exchange);
  const { claim } = exchange;
  return {
    change: changeOf(operation, exchange),
    remember: claim && memory ? await toRemember(memory, claim, workspaceId, answer) : null,
  };
}

function changeOf({ name }: Operation, exchange: Exchange): Change {
  const { requestId, receivedAt: at } = exchange;
  return changeBy(callerOf(exchange), name, { requestId, nonce: randomUUID(), at });
}

/** Whether a refusal can come from the twin's own success: the limit it filled, the revision it moved on. */
function isConflict(error: unknown): boolean {
  if (error instanceof AlreadyAnsweredError) return true;
  return error instanceof PlatformError && [409, 412].includes(PROBLEMS[error.code].status);
}
