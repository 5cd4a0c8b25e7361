import { CallerKeyChangedError } from '#shared/platform/core/errors.ts';
import type { RateCounter } from '#shared/platform/core/rate-limit.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { createAuthorizer } from './authorize.ts';
import { createExecutor } from './execute.ts';
import type { Idempotency } from './idempotency.ts';
import type { OperationHandler, LambdaContext, HttpEvent, HttpResult, Operation } from './operation.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createRequestContext, limitBody, requireMediaType } from './read-request.ts';
import { createResponder, type RenderErrorPage } from './respond.ts';

/** What the pipeline of an operation uses. Public operations need no `keys`; only authenticated POSTs need `idempotency`. */
export type HttpServices = {
  readonly clock: Clock;
  readonly log: Log;
  readonly keys?: ApiKeyStore;
  /** Without it, requests are not limited. */
  readonly rateCounter?: RateCounter | undefined;
  readonly idempotency?: Idempotency;
  /** For operations that people open in a browser. */
  readonly renderErrorPage?: RenderErrorPage;
};

/**
 * Wraps the logic of an operation into its Lambda handler. The order of the statements is the order in which a client learns
 * about its mistakes (docs/specification.md#order-of-checks); `execute` continues it.
 */
export function httpFunction<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  { clock, log, keys, rateCounter, idempotency, renderErrorPage }: HttpServices,
) {
  const { access, routes } = operation;
  const limiter = rateCounter && createRateLimiter(operation, rateCounter, log);
  const authorizer =
    access.kind === 'key' ? createAuthorizer(access, required(keys, operation), log, limiter) : undefined;
  const isKeyedPost = access.kind === 'key' && routes.some(({ method }) => method === 'POST');
  const execute = createExecutor(
    operation,
    handler,
    isKeyedPost ? required(idempotency, operation) : undefined,
  );
  const respond = createResponder(operation, log, renderErrorPage);

  return async (event: HttpEvent, lambda: LambdaContext): Promise<HttpResult> => {
    const context = createRequestContext(event, clock());
    try {
      limitBody(operation, event);
      await authorizer?.authorize(event, context);
      requireMediaType(operation, event);
      const result = await beforeTimeout(lambda, execute(event, context));
      return respond.success(event, context, result);
    } catch (error) {
      if (error instanceof CallerKeyChangedError && context.principal) authorizer?.forget(context.principal);
      return await respond.problem(event, context, error);
    }
  };
}

function required<T>(service: T | undefined, { name }: Operation): T {
  if (service === undefined) throw new Error(`${name} is wired without a service it needs`);
  return service;
}

/** Time reserved for the response to a request that runs too long, in milliseconds. */
const RESERVE_MS = 5;

/** Rejects shortly before Lambda ends the invocation, so that the client gets 503 with a problem document. */
async function beforeTimeout<T>(lambda: LambdaContext, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new DOMException('The request ran out of time.', 'TimeoutError'));
    timer = setTimeout(expire, Math.max(0, lambda.getRemainingTimeInMillis() - RESERVE_MS));
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
