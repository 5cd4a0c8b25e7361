import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { PlatformError, publicIssue, ValidationError } from '#shared/platform/core/errors.ts';
import { MAX_ISSUES } from '#shared/platform/core/issue.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { acceptsHtml, errorFormat, type ErrorFormat, laravelFields, PROBLEM_FORMAT } from './error-format.ts';
import { kindOf } from './kind-of.ts';
import type {
  HttpEvent,
  HttpMiddleware,
  HttpResult,
  RequestContext,
  HandlerResponse,
  Operation,
  Deprecation,
} from './operation.ts';
import { entityTag, noneMatchHits } from './precondition.ts';

const REQUEST_COMPLETED = { code: 'REQUEST_COMPLETED', message: 'Request completed' };
const REQUEST_REJECTED = { code: 'REQUEST_REJECTED', message: 'Request rejected' };
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

/** Only programs use the paths below these ones. */
const API_PATHS = /^\/+(?:api|os\/api|mcp)(?:\/|$)/iu;

/** Renders an error as an HTML page, for operations that people open in a browser. */
export type RenderErrorPage = (error: {
  readonly status: number;
  readonly requestId: string;
}) => Promise<SerializedResponse>;

/** Renders the page for an unknown path. `isApi` says whether the host serves the API and the console, and no pages of customers. */
export type RenderMissingPage = (request: {
  readonly isApi: boolean;
  readonly isHttps: boolean;
}) => Promise<SerializedResponse>;

/** Completes and logs the response to every request: a success or a problem document. */
export function responder(
  operation: Operation,
  {
    clock,
    log,
    renderErrorPage,
    renderMissingPage,
  }: {
    readonly clock: Clock;
    readonly log: Log;
    readonly renderErrorPage?: RenderErrorPage;
    readonly renderMissingPage?: RenderMissingPage;
  },
): HttpMiddleware {
  const { deprecated, revalidate } = operation;

  return {
    after(invocation) {
      const { event, context, response } = invocation;
      invocation.response = complete(event, context.request, withEntityTag(event, response ?? {}));
      log.info(REQUEST_COMPLETED, logFields(event, context.request, invocation.response, clock()));
    },

    /** Server errors are logged as errors; errors of the client are logged as information. */
    async onError(invocation) {
      const { event, error } = invocation;
      const { request } = invocation.context;
      const problem = toProblem(error);
      const format = errorFormat(event.requestContext.http.path, event.headers['accept']);
      const document = varied(problem, problemDocument(problem, request, format));
      const { statusCode: status = 500 } = document;
      const page =
        problem.code === 'route_not_found'
          ? await missingPage(event, request)
          : await renderErrorPage?.({ status, requestId: request.requestId });
      const fields = { ...logFields(event, request, document, clock()), problem: problem.code };
      if (status >= 500) log.error(REQUEST_FAILED, { ...fields, ...describeError(error) });
      else log.info(REQUEST_REJECTED, fields);
      invocation.response = complete(event, request, page ? toResult(page) : document);
    },
  };

  function varied({ code }: PlatformError, document: HttpResult): HttpResult {
    if (!renderMissingPage || code !== 'route_not_found') return document;
    return { ...document, headers: { ...document.headers, Vary: 'Accept' } };
  }

  /** A host that does not serve an operation has no page for it, even if the operation has pages for other errors. */
  async function missingPage(
    event: HttpEvent,
    { hosts, baseUrl }: RequestContext,
  ): Promise<SerializedResponse | undefined> {
    const { method, path } = event.requestContext.http;
    const isVisit = (method === 'GET' || method === 'HEAD') && acceptsHtml(event.headers['accept']);
    // Below these paths, the `detail` of the problem document says what is wrong with the path.
    if (!isVisit || API_PATHS.test(path)) return undefined;
    const isApi = hosts.serves('api', event.requestContext.domainName);
    return renderMissingPage?.({ isApi, isHttps: baseUrl.startsWith('https:') });
  }

  /** Adds the entity tag of a response that can be revalidated. An operation with revisions sets the tag itself. */
  function withEntityTag(event: HttpEvent, result: HttpResult): HttpResult {
    if (!revalidate || result.body === undefined || result.headers?.['ETag'] !== undefined) return result;
    const tag = entityTag(createHash('sha256').update(result.body).digest('base64url').slice(0, 27));
    const headers = { ETag: tag, 'Cache-Control': `private, max-age=${revalidate.maxAgeSeconds}` };
    return noneMatchHits(event.headers['if-none-match'], tag)
      ? { statusCode: 304, headers }
      : { ...result, headers: { ...result.headers, ...headers } };
  }

  /**
   * Adds the headers of every response. A response to HEAD has the length of the body, but no body, not even an error
   * (RFC 9110, 9.3.2).
   */
  function complete(
    event: HttpEvent,
    { requestId, baseUrl, rateLimitHeaders }: RequestContext,
    { body, ...result }: HttpResult,
  ): HttpResult {
    const headers = {
      ...DEFAULT_HEADERS,
      ...deprecationHeaders(deprecated, baseUrl),
      ...rateLimitHeaders,
      ...result.headers,
      'X-Request-Id': requestId,
    };
    if (body === undefined) return { ...result, headers };
    if (event.requestContext.http.method !== 'HEAD') return { ...result, headers, body };
    // The gateway knows the length of a body only if it gets the body.
    const bytes = Buffer.byteLength(body, result.isBase64Encoded === true ? 'base64' : 'utf8');
    return { ...result, headers: { ...headers, 'Content-Length': String(bytes) } };
  }
}

/** `gateway_id` is the `requestId` of the access log: clients choose `request_id`, and can repeat it. */
function logFields(event: HttpEvent, context: RequestContext, { statusCode }: HttpResult, now: Date) {
  return {
    request_id: context.requestId,
    gateway_id: event.requestContext.requestId,
    duration_ms: now.getTime() - context.receivedAt.getTime(),
    route: event.routeKey,
    status: statusCode,
    workspace_id: context.principal?.workspaceId,
    key_id: context.principal?.keyId,
  };
}

/** A response that is ready to send: a JSON object, a string of another media type, or no body. */
export type SerializedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | string | null;
  readonly isBase64?: boolean;
  readonly cookies?: readonly string[];
};

/**
 * Validates a response by the schema that the operation declares for its status. Fields outside the schema are removed.
 * @throws Error if the response violates the schema
 */
export function serialize(
  operation: Operation,
  { status, body, headers = {}, ...transport }: HandlerResponse,
): SerializedResponse {
  const schema = operation.responses[status];
  if (schema === undefined) throw new Error(`${operation.name} declares no response ${status}`);
  if (schema === null) return { ...transport, status, headers, body: null };
  const parsed = v.safeParse(schema, body);
  if (!parsed.success) {
    const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
    throw new Error(`${operation.name} returned a ${status} response that violates its schema at ${paths}`);
  }
  // The schema of a JSON response is an object, that of any other media type a string.
  return { ...transport, status, headers, body: parsed.output as Record<string, unknown> | string };
}

/** The response in the format of API Gateway, for first responses and replays. */
export function toResult({ status, headers, body, isBase64, cookies }: SerializedResponse): HttpResult {
  const transport = {
    ...(isBase64 === true ? { isBase64Encoded: true } : {}),
    ...(cookies === undefined ? {} : { cookies: [...cookies] }),
  };
  if (body === null) return { ...transport, statusCode: status, headers: { ...headers } };
  if (typeof body === 'string') return { ...transport, statusCode: status, headers: { ...headers }, body };
  return {
    ...transport,
    statusCode: status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/**
 * The response to an error: a problem document (RFC 9457; docs/specification.md#problem-documents), or as `application/json` with
 * the fields that clients of Laravel read.
 */
export function problemDocument(
  error: PlatformError,
  { hosts, requestId }: { readonly hosts: Pick<StageHosts, 'apiOrigin'>; readonly requestId: string },
  format: ErrorFormat = PROBLEM_FORMAT,
): HttpResult {
  const { code, title, status, headers: ownHeaders } = kindOf(error);
  const { headers = {}, ...extras } = error.extras;
  const all = error instanceof ValidationError ? error.issues : undefined;
  const issues = all?.slice(0, MAX_ISSUES).map(publicIssue);
  return {
    statusCode: status,
    headers: {
      ...format.headers,
      ...ownHeaders,
      ...(headers as Record<string, string>),
    },
    body: JSON.stringify({
      type: `${hosts.apiOrigin}/docs/errors#${code}`,
      title,
      status,
      detail: error.message,
      instance: `urn:request:${requestId}`,
      code,
      request_id: requestId,
      ...(format.mediaType === 'application/json'
        ? laravelFields(error.message, issues, all?.length)
        : { errors: issues }),
      ...extras,
    }),
  };
}

/** Names of errors after which the same request can succeed later. */
const TRANSIENT = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'InternalServerError',
  'ServiceUnavailable',
  'TimeoutError',
  'SecretUnavailableError',
  'FilesUnavailableError',
]);

/** The error that the client gets for a thrown value. Internal errors reveal nothing about their cause. */
export function toProblem(thrown: unknown): PlatformError {
  if (thrown instanceof PlatformError) return thrown;
  if (thrown instanceof Error && TRANSIENT.has(thrown.name)) {
    return new PlatformError(
      'temporarily_unavailable',
      'A service is temporarily unavailable. Repeat the request after the time in Retry-After.',
    );
  }
  return new PlatformError(
    'internal_error',
    'The request failed because of an internal error. Repeat it after some seconds. If the error persists, report the request ID.',
  );
}

/**
 * Headers of a deprecated operation (docs/specification.md#compatibility): the day of its deprecation (RFC 9745), the day of
 * its removal (RFC 8594) and a link to its replacement. A path in `link` gets scheme and host of the request.
 */
export function deprecationHeaders(
  deprecated: Deprecation | undefined,
  baseUrl: string,
): Readonly<Record<string, string>> {
  if (!deprecated) return {};
  const { since, sunset, link } = deprecated;
  return {
    Deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
    Sunset: new Date(`${sunset}T00:00:00Z`).toUTCString(),
    Link: `<${link.startsWith('/') ? baseUrl : ''}${link}>; rel="deprecation"; type="text/html"`,
  };
}
