import { createHash } from 'node:crypto';
import { deprecationHeaders } from '#shared/platform/http/deprecation.ts';
import type { Operation } from '#shared/platform/http/operation.ts';
import { entityTag, noneMatchHits } from '#shared/platform/http/precondition.ts';
import { problemDocument, toProblem } from '#shared/platform/http/problem-document.ts';
import type { HttpContext, HttpEvent, HttpResult } from '#shared/platform/http/request-context.ts';
import { type SerializedResponse, toResult } from '#shared/platform/http/serialize.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

const REQUEST_COMPLETED = { code: 'REQUEST_COMPLETED', message: 'Request completed' };
const REQUEST_REFUSED = { code: 'REQUEST_REFUSED', message: 'Request rejected' };
const REQUEST_FAILED = { code: 'REQUEST_FAILED', message: 'Request failed' };

/**
 * An operation's own header of the same name comes before these. Every route answers on customers' hosts too, whose other
 * names are not ours to bind to https: no `includeSubDomains`.
 */
const EVERY_ANSWER = {
  'Cache-Control': 'private, no-store',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** How people who look at a page are told of a refusal, instead of a problem document. */
export type ErrorPageText = (rejection: {
  readonly status: number;
  readonly requestId: string;
}) => Promise<SerializedResponse>;

type Finishing = {
  readonly event: HttpEvent;
  readonly context: HttpContext;
  response: HttpResult | null | undefined;
  error: Error | null | undefined;
};

/** Gives every answer its headers, a revalidating operation its entity tag, and HEAD no body. */
export function finishResponse(operation: Operation, log: Log) {
  const { revalidate } = operation;
  return (request: Finishing) => {
    const { event } = request;
    let result = request.response ?? { statusCode: 500 };
    // An operation that knows its revision sends its own tag.
    if (revalidate && result.body !== undefined && result.headers?.['ETag'] === undefined)
      result = withEntityTag(result, event, revalidate.maxAgeSeconds);
    request.response = complete(operation, result, request);
    log.info(REQUEST_COMPLETED, fields(request, result));
  };
}

/** Turns whatever was thrown into a problem document. Our own faults are logged as errors, refusals as facts. */
export function finishProblem(operation: Operation, log: Log, show?: ErrorPageText) {
  return async (request: Finishing) => {
    const rejection = toProblem(request.error);
    const { requestContext } = request.context;
    const problem = problemDocument(rejection, requestContext);
    const page = await show?.({ status: problem.statusCode ?? 500, requestId: requestContext.requestId });
    request.response = complete(operation, page ? toResult(page) : problem, request);
    const own = (problem.statusCode ?? 500) >= 500;
    const line = { ...fields(request, problem), problem: rejection.code };
    if (own) log.error(REQUEST_FAILED, { ...line, ...describeError(request.error) });
    else log.info(REQUEST_REFUSED, line);
  };
}

function withEntityTag(result: HttpResult, event: HttpEvent, maxAgeSeconds: number): HttpResult {
  const digest = createHash('sha256')
    .update(result.body ?? '')
    .digest('base64url');
  const tag = entityTag(digest.slice(0, 27));
  const headers = { ...result.headers, ETag: tag, 'Cache-Control': `private, max-age=${maxAgeSeconds}` };
  if (!noneMatchHits(event.headers['if-none-match'], tag)) return { ...result, headers };
  return { statusCode: 304, headers: { ETag: tag, 'Cache-Control': headers['Cache-Control'] } };
}

/** Every answer has these headers; to HEAD they are all there is, also when it is refused (RFC 9110, 9.3.2). */
function complete(
  { deprecated }: Operation,
  { body, ...result }: HttpResult,
  { event, context }: Finishing,
): HttpResult {
  const { requestId, baseUrl } = context.requestContext;
  const headers = {
    ...EVERY_ANSWER,
    ...deprecationHeaders(deprecated, baseUrl),
    ...result.headers,
    'X-Request-Id': requestId,
  };
  const isBodiless = body === undefined || event.requestContext.http.method === 'HEAD';
  return isBodiless ? { ...result, headers } : { ...result, headers, body };
}

function fields({ event, context: { requestContext } }: Finishing, { statusCode }: HttpResult) {
  return {
    request_id: requestContext.requestId,
    route: event.routeKey,
    status: statusCode,
    workspace_id: requestContext.principal?.workspaceId,
    key_id: requestContext.principal?.keyId,
  };
}
