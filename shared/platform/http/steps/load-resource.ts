import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, ResourceRequest } from '#shared/platform/http/handler.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { requireMatch } from '#shared/platform/http/precondition.ts';
import type { RequestContext, HttpEvent, Step } from '#shared/platform/http/request-context.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Finds the resource and holds the caller to the revision it names. */
export function loadResource<O extends Operation, R>(operation: O, handler: OperationHandler<O, R>): Step {
  return async ({ event, context: { requestContext } }) => {
    requestContext.params = readParams(operation, event);
    requestContext.resource = await load(operation, handler, event, requestContext);
  };
}

/**
 * A step of a blind operation: what the resource refuses is said before what the step does (R3), and only then is it read.
 * A malformed id is answered without that.
 */
export function loadOnValidationError(operation: Operation, find: Step, step: Step): Step {
  return async (request) => {
    const { event, context } = request;
    context.requestContext.params = readParams(operation, event);
    try {
      await step(request);
    } catch (error) {
      if (error instanceof PlatformError) await find(request);
      throw error;
    }
  };
}

/** Loads again after a lost race: a caller with `If-Match` then learns that its revision is gone. */
export async function load<O extends Operation, R>(
  { precondition, revisionVisibleWith }: O,
  { load: find, revisionOf }: OperationHandler<O, R>,
  event: HttpEvent,
  requestContext: RequestContext,
): Promise<R | undefined> {
  const resource = await find?.(resourceRequest<O>(requestContext));
  if (resource !== undefined && precondition && revisionOf) {
    const mayRead =
      revisionVisibleWith === undefined ||
      requestContext.principal?.permissions.has(revisionVisibleWith) === true;
    requireMatch(event.headers['if-match'], revisionOf(resource), precondition === 'required', mayRead);
  }
  return resource;
}

/** The part of a request that is known before its body. */
export function resourceRequest<O extends Operation>(requestContext: RequestContext): ResourceRequest<O> {
  // The principal is there exactly if the operation's access demands one: `authenticate` ran.
  const principal = requestContext.principal as ResourceRequest<O>['principal'];
  return { principal, params: requestContext.params, now: requestContext.receivedAt };
}

/** A malformed id is answered as an unknown one, and costs no read (G8). */
function readParams({ params = {} }: Operation, event: HttpEvent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, { form, notFound }]) => {
      const value = event.pathParameters?.[name] ?? '';
      if (form === 'text') return [name, value];
      if (UUID.test(value.toLowerCase())) return [name, value.toLowerCase()];
      throw new PlatformError(notFound, NOT_FOUND);
    }),
  );
}

/** The one sentence of every missing resource: foreign, deleted and malformed ids cannot be told apart (R4). */
export const NOT_FOUND = 'The workspace has no resource with this ID.';
