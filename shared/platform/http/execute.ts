import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { type Change, changeBy, type CommandContext } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import { type IdempotencyRequest, readIdempotencyRequest } from './idempotency-request.ts';
import { type Idempotency, idempotencyInput, replay } from './idempotency.ts';
import {
  type CommandOptions,
  requirePrincipal,
  type HandlerResponse,
  type OperationHandler,
  type OperationRequest,
  type ResourceRequest,
  type HttpEvent,
  type HttpResult,
  type RequestContext,
  type Operation,
} from './operation.ts';
import { type IfMatch, parseIfMatch, requireMatch } from './precondition.ts';
import { PROBLEMS } from './problems.ts';
import { type Input, parseBody, parseInput, readParams } from './read-request.ts';
import { serialize, type SerializedResponse, toResult } from './respond.ts';

/** Bounds of the pause between retries, in milliseconds: the pauses of 20 retries take six of a function's ten seconds on average. */
const MIN_PAUSE_MS = 40;
const MAX_PAUSE_MS = 700;

/** An authorised request before its body is read. */
type AuthorisedRequest<O extends Operation> = {
  readonly event: HttpEvent;
  readonly context: RequestContext;
  readonly target: ResourceRequest<O>;
  readonly ifMatch: IfMatch;
};

/** A request that passed every check of the pipeline. */
type ValidRequest<O extends Operation> = AuthorisedRequest<O> &
  Input & { readonly idempotencyRequest?: IdempotencyRequest | undefined };

/**
 * Runs an operation for an authorised request, in the order of docs/specification.md#order-of-checks: resource,
 * precondition, JSON, idempotency key, shape of query and body, handler.
 * @param idempotency where the responses of a POST are recorded; undefined for other methods
 */
export function createExecutor<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  idempotency: Idempotency | undefined,
) {
  return async (event: HttpEvent, context: RequestContext): Promise<HttpResult> => {
    const target = {
      // The principal exists exactly if the operation requires a key.
      principal: context.principal as ResourceRequest<O>['principal'],
      // `readParams` reads exactly the declared parameters.
      params: readParams(operation, event) as ResourceRequest<O>['params'],
      now: context.receivedAt,
    };
    const request = { event, context, target, ifMatch: parseIfMatch(event.headers['if-match']) };
    return handler.skipLoad ? executeWithoutLoad(request) : executeWithLoad(request);
  };

  async function executeWithLoad(request: AuthorisedRequest<O>): Promise<HttpResult> {
    let resource: R | undefined;
    try {
      resource = await load(request);
    } catch (error) {
      return replayOnRevisionMismatch(request, error);
    }
    const json = await parseBody(operation, request.event);
    const { idempotencyRequest, recorded } = await checkIdempotency(request, json, resource);
    if (recorded) return recorded;
    return run({ ...request, ...parseInput(operation, request.event, json), idempotencyRequest }, resource);
  }

  /** Loads the resource only if the input is invalid: the errors 404 and 412 then take precedence over 400 and 422. */
  async function executeWithoutLoad(request: AuthorisedRequest<O>): Promise<HttpResult> {
    let input: Input;
    try {
      input = parseInput(operation, request.event, await parseBody(operation, request.event));
    } catch (error) {
      if (error instanceof PlatformError) await load(request);
      throw error;
    }
    return run({ ...request, ...input }, undefined);
  }

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

  /**
   * A POST changes the revision that its own `If-Match` contains, so a repetition of the request no longer matches. If the
   * repetition has the same idempotency key, it gets the recorded response instead of 412. Other errors of the request are
   * ignored, because the precondition is checked before them.
   */
  async function replayOnRevisionMismatch(
    request: AuthorisedRequest<O>,
    mismatch: unknown,
  ): Promise<HttpResult> {
    if (!(mismatch instanceof PlatformError) || mismatch.code !== 'revision_mismatch') throw mismatch;
    try {
      const { recorded } = await checkIdempotency(request, await parseBody(operation, request.event));
      if (recorded) return recorded;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
    throw mismatch;
  }

  /** Reads the idempotency key of a request, and finds the response that is recorded under it. */
  async function checkIdempotency(
    { event, context, target }: AuthorisedRequest<O>,
    json: unknown,
    resource?: R,
  ) {
    if (!idempotency) return {};
    const { keyId } = requirePrincipal(context);
    const scope = { keyId, params: scopeOf(target.params, resource) };
    const idempotencyRequest = readIdempotencyRequest(event, scope, json, context.receivedAt);
    if (!idempotencyRequest) return {};
    return {
      idempotencyRequest,
      recorded: await replayed(idempotency, idempotencyRequest, context),
    };
  }

  function replayed(known: Idempotency, request: IdempotencyRequest, context: RequestContext) {
    return replay(known, request, requirePrincipal(context), context.receivedAt, operation.hasSecretUrl);
  }

  /** The path parameters with the UUID of the resource, so that requests with either id share their idempotency keys. */
  function scopeOf(
    params: Readonly<Record<string, string>>,
    resource: R | undefined,
  ): Record<string, string> {
    const uuid = resource === undefined ? undefined : handler.uuidOf?.(resource);
    const isEither = (name: string) => operation.params?.[name]?.form === 'uuid-or-integer';
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, (isEither(name) ? uuid : undefined) ?? value]),
    );
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
        if (retry > 1) await wait(Math.random() * Math.min(MAX_PAUSE_MS, MIN_PAUSE_MS * 2 ** retry));
        resource = await load(request);
        if (!mayRetry(loaded, resource)) throw lost;
      }
    } catch (error) {
      return replayOnConflict(request, error);
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
      event,
      async command(planned, options = {}) {
        // Before the write, so that a response that violates its schema cannot follow a committed write.
        const serialized = serialize(operation, planned);
        committed = { response: planned, serialized };
        const commandContext = await toCommandContext(request, serialized, options);
        return isRepeatable ? { ...commandContext, isRepeatable } : commandContext;
      },
      change: () => toChange(context, operation.checksKeyOnWrite === true),
    });
    if (committed?.response === response) return toResult(committed.serialized);
    const serialized = serialize(operation, response);
    await recordResponse(request, serialized);
    return toResult(serialized);
  }

  async function toCommandContext(
    { context, idempotencyRequest }: ValidRequest<O>,
    response: SerializedResponse,
    { checksKey = operation.checksKeyOnWrite === true, handsOut = [] }: CommandOptions,
  ): Promise<CommandContext> {
    const change = toChange(context, checksKey);
    if (!idempotency || !idempotencyRequest) return { change, idempotencyRecord: null };
    const { workspaceId } = requirePrincipal(context);
    return {
      change,
      idempotencyRecord: await idempotencyInput(
        idempotency,
        idempotencyRequest,
        { workspaceId, handsOut },
        response,
        operation.hasSecretUrl,
      ),
    };
  }

  function toChange(context: RequestContext, checksKey: boolean): Change {
    const { requestId, receivedAt: at } = context;
    return changeBy(
      requirePrincipal(context),
      { name: operation.name, checksKey },
      { requestId, nonce: randomUUID(), at },
    );
  }

  /** Records the response of a request that wrote nothing, so that a repetition gets the same response. */
  async function recordResponse(request: ValidRequest<O>, response: SerializedResponse): Promise<void> {
    if (!idempotency || !request.idempotencyRequest) return;
    const { change, idempotencyRecord } = await toCommandContext(request, response, { checksKey: false });
    if (idempotencyRecord) await idempotency.store.remember(idempotencyRecord, change);
  }

  /**
   * Of two concurrent requests with one idempotency key, the second returns the response of the first
   * (docs/failure-histories.md#lost-idempotent-response).
   */
  async function replayOnConflict(
    { context, idempotencyRequest }: ValidRequest<O>,
    error: unknown,
  ): Promise<HttpResult> {
    if (!idempotency || !idempotencyRequest || !isConflict(error)) throw error;
    const recorded = await replayed(idempotency, idempotencyRequest, context);
    if (recorded) return recorded;
    throw error;
  }
}

/**
 * Whether a concurrent, equal request can have caused the error by its success: that request reached the limit or changed
 * the revision.
 */
function isConflict(error: unknown): boolean {
  if (error instanceof DuplicateRequestError) return true;
  return error instanceof PlatformError && [409, 412].includes(PROBLEMS[error.code].status);
}
