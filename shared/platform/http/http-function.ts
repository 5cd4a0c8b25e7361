import middy from '@middy/core';
import { authorization } from './authorize.ts';
import { createExecutor } from './execute.ts';
import type { HttpServices } from './http-services.ts';
import type {
  HttpEvent,
  HttpInvocation,
  HttpMiddleware,
  HttpResult,
  LambdaContext,
  Operation,
  OperationHandler,
} from './operation.ts';
import { bodyLimit, mediaType, requestContext } from './request-checks.ts';
import { responder } from './respond.ts';
import { servedHere } from './served-here.ts';

/** Time reserved for the response to a request that runs too long, in milliseconds. The client then gets 503. */
const TIMEOUT_RESERVE_MS = 5;

/**
 * Wraps the logic of an operation into its Lambda handler. The order of the middlewares is the order in which a client learns
 * about its mistakes (docs/specification.md#order-of-checks); the executor continues it.
 */
export function httpFunction<const O extends Operation, R>(
  operation: O,
  handler: OperationHandler<O, R>,
  services: HttpServices,
): (event: HttpEvent, lambda: LambdaContext) => Promise<HttpResult> {
  const chain: HttpMiddleware[] = [
    requestContext(services),
    responder(operation, services),
    servedHere(operation, services),
    bodyLimit(operation),
    ...authorization(operation, services),
    mediaType(operation),
  ];
  const run = middy<HttpEvent, HttpResult, Error, HttpInvocation>(
    createExecutor(operation, handler, services),
    { timeoutEarlyInMillis: TIMEOUT_RESERVE_MS, timeoutEarlyResponse: rejectLateRequest },
  ).use(chain);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the first middleware adds the request context
  return (event, lambda) => run(event, lambda as HttpInvocation);
}

/** The chain would log an error of middy otherwise. Its name makes the response a 503. */
function rejectLateRequest(): never {
  throw Object.assign(new Error('The request ran out of time.'), { name: 'TimeoutError' });
}
