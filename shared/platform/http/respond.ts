import { createHash } from 'node:crypto';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { Operation } from './operation.ts';
import { entityTag, noneMatchHits } from './precondition.ts';
import { problemDocument, toProblem } from './problem-document.ts';
import type { HttpEvent, HttpResult, RequestContext } from './request-context.ts';
import { type SerializedResponse, toResult } from './serialize.ts';

const REQUEST_COMPLETED = { code: 'REQUEST_COMPLETED', message: 'Request completed' };
const REQUEST_REFUSED = { code: 'REQUEST_REFUSED', message: 'Request rejected' };
const REQUEST_FAILED = { code: 'REQUEST_FAILED', message: 'Request failed' };

/**
 * Headers of every response; a header of the operation takes precedence. The routes also serve the hosts of customers. The
 * platform must not force https on other subdomains of these hosts, so `includeSubDomains` is absent.
 */
const DEFAULT_HEADERS = {
  'Cache-Control': 'private, no-store',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};

/** Renders an error as an HTML page, for operations that people open in a browser. */
export type ErrorPageText = (error: {
  readonly status: number;
  readonly requestId: string;
}) => Promise<SerializedResponse>;

/** Completes and logs the response to every request: a success or a problem document. */
export function createResponder(operation: Operation, log: Log, errorPage?: ErrorPageText) {
  const { deprecated, revalidate } = operation;

  return {
    success(event: HttpEvent, context: RequestContext, result: HttpResult): HttpResult {
      const response = complete(event, context, withEntityTag(event, result));
      log.info(REQUEST_COMPLETED, logFields(event, context, response));
      return response;
    },

    /** Server errors are logged as errors; errors of the client are logged as information. */
    async problem(event: HttpEvent, context: RequestContext, error: unknown): Promise<HttpResult> {
      const problem = toProblem(error);
      const document = problemDocument(problem, context);
      const { statusCode: status = 500 } = document;
      const page = await errorPage?.({ status, requestId: context.requestId });
      const fields = { ...logFields(event, context, document), problem: problem.code };
      if (status >= 500) log.error(REQUEST_FAILED, { ...fields, ...describeError(error) });
      else log.info(REQUEST_REFUSED, fields);
      return complete(event, context, page ? toResult(page) : document);
    },
  };

  /** Adds the entity tag of a response that can be revalidated. An operation with revisions sets the tag itself. */
  function withEntityTag(event: HttpEvent, result: HttpResult): HttpResult {
    if (!revalidate || result.body === undefined || result.headers?.['ETag'] !== undefined) return result;
    const tag = entityTag(createHash('sha256').update(result.body).digest('base64url').slice(0, 27));
    const headers = { ETag: tag, 'Cache-Control': `private, max-age=${revalidate.maxAgeSeconds}` };
    return noneMatchHits(event.headers['if-none-match'], tag)
      ? { statusCode: 304, headers }
      : { ...result, headers: { ...result.headers, ...headers } };
  }

  /** Adds the headers of every response. A response to HEAD has no body, not even an error (RFC 9110, 9.3.2). */
  function complete(
    event: HttpEvent,
    { requestId, baseUrl }: RequestContext,
    { body, ...result }: HttpResult,
  ): HttpResult {
    const headers = {
      ...DEFAULT_HEADERS,
      ...deprecationHeaders(deprecated, baseUrl),
      ...result.headers,
      'X-Request-Id': requestId,
    };
    const isBodiless = body === undefined || event.requestContext.http.method === 'HEAD';
    return isBodiless ? { ...result, headers } : { ...result, headers, body };
  }
}

function logFields(event: HttpEvent, context: RequestContext, { statusCode }: HttpResult) {
  return {
    request_id: context.requestId,
    route: event.routeKey,
    status: statusCode,
    workspace_id: context.principal?.workspaceId,
    key_id: context.principal?.keyId,
  };
}
