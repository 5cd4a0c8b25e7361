import type { Change, IdempotencyRecord } from '#shared/platform/core/change.ts';
import { DuplicateRequestError, PlatformError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import { type HttpServices, required } from './http-services.ts';
import { type IdempotencyRequest, readIdempotencyRequest } from './idempotency-request.ts';
import { type Idempotency, idempotencyInput, replay } from './idempotency.ts';
import { kindOf } from './kind-of.ts';
import {
  type HttpEvent,
  type HttpResult,
  type Operation,
  type RequestContext,
  requirePrincipal,
} from './operation.ts';
import { parseBody } from './read-request.ts';
import type { SerializedResponse } from './respond.ts';

type Repeatable = {
  readonly event: HttpEvent;
  readonly context: RequestContext;
  readonly target: { readonly params: Readonly<Record<string, string>> };
};

type Keyed = {
  readonly context: RequestContext;
  readonly idempotencyRequest?: IdempotencyRequest | undefined;
};

/**
 * The recorded responses of an operation: a POST that is repeated with its `Idempotency-Key` gets the response of the first
 * request. Other methods record nothing.
 * @param uuidOf the UUID of a resource whose path also accepts an integer id
 */
export function createRecordedResponses<R>(
  operation: Operation,
  uuidOf: ((resource: R) => string) | undefined,
  services: Pick<HttpServices, 'idempotency'>,
) {
  const { access, routes, hasSecretUrl } = operation;
  const isKeyedPost = access.kind === 'key' && routes.some(({ method }) => method === 'POST');
  const idempotency = isKeyedPost ? required(services.idempotency, operation) : undefined;

  return { find, replayOnMismatch, replayOnConflict, recordOf, remember };

  /** Reads the idempotency key of a request, and finds the response that is recorded under it. */
  async function find({ event, context, target }: Repeatable, json: unknown, resource?: R) {
    if (!idempotency) return {};
    const scope = { keyId: requirePrincipal(context).keyId, params: scopeOf(target.params, resource) };
    const idempotencyRequest = readIdempotencyRequest(event, scope, json, context.receivedAt);
    if (!idempotencyRequest) return {};
    return { idempotencyRequest, recorded: await replayed(idempotency, idempotencyRequest, context) };
  }

  /** The path parameters with the UUID of the resource, so that requests with either id share their idempotency keys. */
  function scopeOf(params: Repeatable['target']['params'], resource?: R): Record<string, string> {
    const uuid = resource === undefined ? undefined : uuidOf?.(resource);
    const isEither = (name: string) => operation.params?.[name]?.form === 'uuid-or-integer';
    return Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, (isEither(name) ? uuid : undefined) ?? value]),
    );
  }

  function replayed(known: Idempotency, request: IdempotencyRequest, context: RequestContext) {
    return replay(known, request, requirePrincipal(context), context.receivedAt, hasSecretUrl);
  }

  /**
   * A POST changes the revision that its own `If-Match` contains, so a repetition of the request no longer matches. If the
   * repetition has the same idempotency key, it gets the recorded response instead of 412. Other errors of the request are
   * ignored, because the precondition is checked before them.
   */
  async function replayOnMismatch(request: Repeatable, mismatch: unknown): Promise<HttpResult> {
    if (!(mismatch instanceof PlatformError) || mismatch.code !== 'revision_mismatch') throw mismatch;
    try {
      const { recorded } = await find(request, await parseBody(operation, request.event));
      if (recorded) return recorded;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
    throw mismatch;
  }

  /**
   * Of two concurrent requests with one idempotency key, the second returns the response of the first
   * (docs/failure-histories.md#lost-idempotent-response).
   */
  async function replayOnConflict({ context, idempotencyRequest }: Keyed, error: unknown) {
    if (!idempotency || !idempotencyRequest || !isConflict(error)) throw error;
    const recorded = await replayed(idempotency, idempotencyRequest, context);
    if (recorded) return recorded;
    throw error;
  }

  /** The record of a response, which a command writes in its transaction; null if the request has no idempotency key. */
  async function recordOf(
    { context, idempotencyRequest }: Keyed,
    response: SerializedResponse,
    handsOut: readonly Permission[] = [],
  ): Promise<IdempotencyRecord | null> {
    if (!idempotency || !idempotencyRequest) return null;
    const { workspaceId } = requirePrincipal(context);
    return idempotencyInput(
      idempotency,
      idempotencyRequest,
      { workspaceId, handsOut },
      response,
      hasSecretUrl,
    );
  }

  /** Records the response of a request that wrote nothing, so that a repetition gets the same response. */
  async function remember(request: Keyed, response: SerializedResponse, change: () => Change): Promise<void> {
    const record = await recordOf(request, response);
    if (record) await idempotency?.store.remember(record, change());
  }
}

/**
 * Whether a concurrent, equal request can have caused the error by its success: that request reached the limit or changed
 * the revision.
 */
function isConflict(error: unknown): boolean {
  if (error instanceof DuplicateRequestError) return true;
  return error instanceof PlatformError && [409, 412].includes(kindOf(error).status);
}
