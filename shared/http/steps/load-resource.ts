import type { Exchange, HttpEvent, Step } from '#shared/http/exchange.ts';
import type { OperationHandler, ResourceRequest } from '#shared/http/handler.ts';
import type { Operation } from '#shared/http/operation.ts';
import { requireMatch } from '#shared/http/precondition.ts';

/** Finds the resource and, if the caller sent `If-Match`, holds it to that revision. */
export function loadResource<O extends Operation, R>(handler: OperationHandler<O, R>): Step {
  return async ({ event, context: { exchange } }) => {
    exchange.resource = await load(handler, event, exchange);
  };
}

/** Loads again after a lost race: a caller with `If-Match` then learns that its revision is gone. */
export async function load<O extends Operation, R>(
  { load: find, revisionOf }: OperationHandler<O, R>,
  event: HttpEvent,
  exchange: Exchange,
): Promise<R | undefined> {
  const resource = await find?.(resourceRequest<O>(event, exchange));
  const ifMatch = event.headers['if-match'];
  if (resource !== undefined && revisionOf && ifMatch !== undefined)
    requireMatch(ifMatch, revisionOf(resource));
  return resource;
}

/** The part of a request that is known before its body. */
export function resourceRequest<O extends Operation>(
  event: HttpEvent,
  exchange: Exchange,
): ResourceRequest<O> {
  const params = Object.fromEntries(
    // Ids are compared without regard to case; they are written in lower case (G8).
    Object.entries(event.pathParameters ?? {}).map(([name, value]) => [name, value?.toLowerCase() ?? '']),
  );
  // The principal is there exactly if the operation's access demands one: `authenticate` ran.
  const principal = exchange.principal as ResourceRequest<O>['principal'];
  return { principal, params, now: exchange.receivedAt };
}
