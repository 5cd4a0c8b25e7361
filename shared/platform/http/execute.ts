import { randomUUID } from 'node:crypto';
import { type Change, changeBy } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { systemBackOff } from '#shared/platform/runtime/system-random.ts';
import type { HttpServices } from './http-services.ts';
import type { IdempotencyRequest } from './idempotency-request.ts';
import {
  requirePrincipal,
  type HandlerResponse,
  type OperationHandler,
  type OperationRequest,
  type ResourceRequest,
  type HttpEvent,
  type HttpInvocation,
  type HttpResult,
  type RequestContext,
  type Operation,
} from './operation.ts';
import { type IfMatch, parseIfMatch, requireMatch } from './precondition.ts';
import { type Input, parseBody, parseInput, readParams } from './read-request.ts';
import { createRecordedResponses } from './recorded-responses.ts';
import { serialize, type SerializedResponse, toResult } from './respond.ts';

/** Bounds of the pause between retries, in milliseconds: the pauses of 20 retries take six of a function's ten seconds on average. */
const PAUSES = { firstMs: 40, maxMs: 700 };

/** An authorised request before its body is read. */
type AuthorisedRequest<O extends Operation> = {
  readonly event: HttpEvent;
  readonly context: RequestContext;
  readonly target: ResourceRequest<O>;
  readonly ifMatch: IfMatch;
};

/** A request that passed every check of the chain. */
type ValidRequest<O extends Operation> = AuthorisedRequest<O> &
  Input & { readonly idempotencyRequest?: IdempotencyRequest | undefined };

/**
 * Runs an operation for an authorised request, in the order of docs/specification.md#order-of-checks: resource,
 * precondition, JSON, idempotency key, shape of query and body, handler.
 */
export function createExecutor<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  services: Pick<HttpServices, 'idempotency'>,
) {
  const responses = createRecordedResponses(operation, handler.uuidOf, services);

  return async (
    event: HttpEvent,
    { request: context }: Pick<HttpInvocation, 'request'>,
  ): Promise<HttpResult> => {
    const target = {
      // The principal exists exactly if the operation requires a key.
      principal: context.principal as ResourceRequest<O>['principal'],
      // `readParams` reads exactly the declared parameters.
      params: readParams(operation, event) as ResourceRequest<O>['params'],
      now: context.receivedAt,
    };
    const request = { event, context, target, ifMatch: parseIfMatch(event.headers['if-match']) };
    let resource: R | undefined;
    try {
      if (!handler.skipLoad) resource = await load(request);
    } catch (error) {
      return responses.replayOnMismatch(request, error);
    }
    const { recorded, ...input } = await readInput(request, resource);
    return recorded ?? run({ ...request, ...input }, resource);
  };

  /** Loads the resource and checks the precondition. */
  async function load({ target, ifMatch }: AuthorisedRequest<O>): Promise<R | undefined> {
    const resource = await handler.load?.(target);
    if (resource !== undefined) checkPrecondition(ifMatch, resource, target);
    return resource;
  }

  function checkPrecondition(ifMatch: IfMatch, resource: R, { principal }: ResourceRequest<O>): void {
    const { precondition, revisionVisibleWith } = operation;
    if (!precondition || !handler.revisionOf) return;
    requireMatch(ifMatch, handler.revisionOf(resource), {
      required: precondition === 'required',
      mayRead: revisionVisibleWith === undefined || principal?.permissions.has(revisionVisibleWith) === true,
    });
  }

  /** Query and body of a request, or the response that is recorded under its idempotency key. */
  async function readInput(request: AuthorisedRequest<O>, resource: R | undefined) {
    try {
      const json = await parseBody(operation, request.event);
      const found = await responses.find(request, json, resource);
      return found.recorded ? found : { ...found, ...parseInput(operation, request.event, json) };
    } catch (error) {
      // If the conditional write replaces the load, 404 and 412 still take precedence over 400 and 422.
      if (handler.skipLoad && error instanceof PlatformError) await load(request);
      throw error;
    }
  }

  /**
   * Runs the handler. A lost race is retried on the current resource: once, or as often as the operation declares if the
   * client accepts any revision (docs/specification.md#concurrent-updates).
   */
  async function run(request: ValidRequest<O>, loaded: R | undefined): Promise<HttpResult> {
    const retries = request.ifMatch.kind === 'revisions' ? 1 : (operation.retries ?? 1);
    // Without `load`, the same write would lose again, unless the handler reads what it depends on.
    const isRetried = handler.load !== undefined || operation.retries !== undefined;
    let resource = loaded;
    let lost: ConcurrentUpdateError;
    try {
      for (let retry = 1; ; retry += 1) {
        try {
          // The last attempt waits for conflicting transactions, because nothing repeats it.
          return await attempt(request, resource, retries > 1 && retry <= retries);
        } catch (error) {
          if (!(error instanceof ConcurrentUpdateError) || !isRetried || retry > retries) throw error;
          lost = error;
        }
        if (retry > 1) await systemBackOff(retry, PAUSES);
        resource = await load(request);
        if (!mayRetry(loaded, resource)) throw lost;
      }
    } catch (error) {
      return responses.replayOnConflict(request, error);
    }
  }

  function mayRetry(loaded: R | undefined, current: R | undefined): boolean {
    if (!handler.mayRetry || loaded === undefined || current === undefined) return true;
    return handler.mayRetry(loaded, current);
  }

  async function attempt(
    request: ValidRequest<O>,
    resource: R | undefined,
    isRepeatable: boolean,
  ): Promise<HttpResult> {
    const { event, context, target, ifMatch, query, body } = request;
    const checksKeyOnWrite = operation.checksKeyOnWrite === true;
    let committed:
      | { readonly response: HandlerResponse; readonly serialized: SerializedResponse }
      | undefined;
    // Query and body were parsed by the schemas of the operation, and the resource was returned by its `load`.
    const input = { query, body, resource } as Pick<OperationRequest<O, R>, 'query' | 'body' | 'resource'>;
    const response = await handler.handle({
      ...target,
      ...input,
      ifMatch,
      checkPrecondition: (found) => checkPrecondition(ifMatch, found, target),
      requestId: context.requestId,
      baseUrl: context.baseUrl,
      hosts: context.hosts,
      event,
      async command(planned, { checksKey = checksKeyOnWrite, handsOut } = {}) {
        // Before the write, so that a response that violates its schema cannot follow a committed write.
        const serialized = serialize(operation, planned);
        committed = { response: planned, serialized };
        const change = changeOf(operation, context, checksKey);
        const idempotencyRecord = await responses.recordOf(request, serialized, handsOut);
        return { change, idempotencyRecord, ...(isRepeatable ? { isRepeatable } : {}) };
      },
      change: () => changeOf(operation, context, checksKeyOnWrite),
    });
    if (committed?.response === response) return toResult(committed.serialized);
    const serialized = serialize(operation, response);
    await responses.remember(request, serialized, () => changeOf(operation, context, false));
    return toResult(serialized);
  }
}

function changeOf({ name }: Operation, context: RequestContext, checksKey: boolean): Change {
  const { requestId, receivedAt: at } = context;
  const trace = { requestId, nonce: randomUUID(), at };
  return changeBy(requirePrincipal(context), { name, checksKey }, trace);
}
