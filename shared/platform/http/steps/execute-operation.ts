import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Change, changeBy, type CommandContext } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { requirePrincipal } from '#shared/platform/http/caller.ts';
import type { HandlerResponse, OperationHandler, OperationRequest } from '#shared/platform/http/handler.ts';
import { type Idempotency, replay, idempotencyInput } from '#shared/platform/http/idempotency.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { namesRevision } from '#shared/platform/http/precondition.ts';
import { PROBLEMS } from '#shared/platform/http/problems.ts';
import type {
  RequestContext,
  HttpContext,
  HttpEvent,
  HttpResult,
} from '#shared/platform/http/request-context.ts';
import { serialize, type SerializedResponse, toResult } from '#shared/platform/http/serialize.ts';
import { load, resourceRequest } from './load-resource.ts';

/** What pauses between retries grow from and to, in milliseconds: a dozen stay within a function's ten seconds. */
const FIRST_PAUSE_MS = 40;
const MAX_PAUSE_MS = 700;

/**
 * Runs the operation's logic. A lost race is tried again on the resource as it is then: once (G21), or as often as the
 * operation says where no revision is named, since then losing is nothing that the caller could do anything about.
 */
export function executeOperation<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  idempotency: Idempotency | undefined,
) {
  return async (event: HttpEvent, { requestContext }: HttpContext): Promise<HttpResult> => {
    if (requestContext.replayed) return requestContext.replayed;
    const retries = namesRevision(event.headers['if-match']) ? 1 : (operation.retries ?? 1);
    try {
      for (let retry = 1; ; retry += 1) {
        try {
          return await once();
        } catch (error) {
          if (!(error instanceof ConcurrentUpdateError) || !handler.load || retry > retries) throw error;
        }
        if (retry > 1) await wait(Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** retry));
        requestContext.resource = await load(operation, handler, event, requestContext);
      }
    } catch (error) {
      return replayOnConflict(error);
    }

    async function once(): Promise<HttpResult> {
      let committed: { answer: HandlerResponse; serialised: SerializedResponse } | undefined;
      const answer = await handler.handle(
        // Query, body and resource were made by the operation's own schemas and its own `load`.
        {
          ...resourceRequest<O>(requestContext),
          query: requestContext.query,
          body: requestContext.body,
          resource: requestContext.resource,
          ifMatch: event.headers['if-match'],
          requestId: requestContext.requestId,
          baseUrl: requestContext.baseUrl,
          event,
          async command(planned) {
            // Before the command, so that an answer outside its schema cannot follow a write that landed.
            const serialised = serialize(operation, planned);
            committed = { answer: planned, serialised };
            return commandContext(operation, requestContext, idempotency, serialised);
          },
          change: () => changeOf(operation, requestContext),
        } as OperationRequest<O, R>,
      );
      if (committed?.answer === answer) return toResult(committed.serialised);
      const serialised = serialize(operation, answer);
      await rememberAlone(serialised);
      return toResult(serialised);
    }

    /** A command that had nothing to write still keeps its promise to give the same answer again (G90). */
    async function rememberAlone(serialised: SerializedResponse): Promise<void> {
      if (!requestContext.claim || !idempotency) return;
      const { change, remember } = await commandContext(operation, requestContext, idempotency, serialised);
      if (remember) await idempotency.store.remember(remember, change);
    }

    /** Of two racing requests with one key, the second gives the first one's answer (H10). */
    async function replayOnConflict(error: unknown): Promise<HttpResult> {
      const { claim, receivedAt } = requestContext;
      if (!isConflict(error) || !claim || !idempotency) throw error;
      const answer = await replay(
        idempotency,
        claim,
        requirePrincipal(requestContext).workspaceId,
        receivedAt,
      );
      if (answer) return answer;
      throw error;
    }
  };
}

async function commandContext(
  operation: Operation,
  requestContext: RequestContext,
  idempotency: Idempotency | undefined,
  answer: SerializedResponse,
): Promise<CommandContext> {
  const { workspaceId } = requirePrincipal(requestContext);
  const { claim } = requestContext;
  return {
    change: changeOf(operation, requestContext),
    remember: claim && idempotency ? await idempotencyInput(idempotency, claim, workspaceId, answer) : null,
  };
}

function changeOf({ name }: Operation, requestContext: RequestContext): Change {
  const { requestId, receivedAt: at } = requestContext;
  return changeBy(requirePrincipal(requestContext), name, { requestId, nonce: randomUUID(), at });
}

/** Whether a refusal can come from the twin's own success: the limit it filled, the revision it moved on. */
function isConflict(error: unknown): boolean {
  if (error instanceof DuplicateRequestError) return true;
  return error instanceof PlatformError && [409, 412].includes(PROBLEMS[error.code].status);
}
