import * as v from 'valibot';
import { PlatformError, type ValidationIssue, ValidationError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Operation } from './operation.ts';
import { NOT_FOUND } from './problems.ts';
import type { HttpEvent, RequestContext } from './request-context.ts';
import { parseContent } from './validation-issues.ts';

const USABLE_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/u;
/** A credential in the wrong header. Request ids are logged, stored and returned, so it must not become one. */
const LOOKS_LIKE_A_SECRET = /(?:^|[^A-Za-z0-9])(?:wsk|pat|wlk|whsec)_/u;

/** Keeps the client's request id if it is usable (docs/specification.md#responses). */
export function createRequestContext(event: HttpEvent, receivedAt: Date): RequestContext {
  const { headers, requestContext } = event;
  const requestId = headers['x-request-id'] ?? '';
  const isUsable = USABLE_REQUEST_ID.test(requestId) && !LOOKS_LIKE_A_SECRET.test(requestId);
  // Only the local stack is reached without TLS.
  const scheme = headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';
  return {
    requestId: isUsable ? requestId : newId(receivedAt),
    baseUrl: `${scheme}://${requestContext.domainName}`,
    receivedAt,
  };
}

/** Maximum size of a JSON body in bytes. An event must fit into one item of 400 KB. */
const MAX_BODY_BYTES = 256 * 1024;

/** @throws PlatformError `payload_too_large` (docs/specification.md#body-size) */
export function limitBody(operation: Operation, event: HttpEvent): void {
  if (isDefaultRoute(operation)) return;
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes <= MAX_BODY_BYTES) return;
  throw new PlatformError('payload_too_large', `Send at most ${MAX_BODY_BYTES} bytes.`, {
    max_bytes: MAX_BODY_BYTES,
  });
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/iu;
const OTHER_CHARSET = /^charset\s*=(?!\s*"?utf-?8"?$)/iu;

/**
 * An empty body may declare any media type (docs/specification.md#media-types).
 * @throws PlatformError `unsupported_media_type`
 */
export function requireJson(operation: Operation, event: HttpEvent): void {
  if (!operation.body || !event.body || isJson(event.headers['content-type'] ?? '')) return;
  const accept = event.requestContext.http.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  throw new PlatformError('unsupported_media_type', 'Send the body as application/json in UTF-8.', {
    headers: { [accept]: 'application/json' },
  });
}

/** Of the parameters only the charset counts: JSON is UTF-8 (RFC 8259, 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  return JSON_TYPE.test(type) && !parameters.some((parameter) => OTHER_CHARSET.test(parameter));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** A malformed id gives the same 404 as an unknown one and costs no read (docs/specification.md#ids-in-paths). */
export function readParams({ params = {} }: Operation, event: HttpEvent): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).map(([name, { form, notFound }]) => {
      const value = event.pathParameters?.[name] ?? '';
      if (form === 'text') return [name, value];
      if (UUID.test(value.toLowerCase())) return [name, value.toLowerCase()];
      throw new PlatformError(notFound, NOT_FOUND);
    }),
  );
}

/**
 * Parses the body (docs/specification.md#json-bodies).
 * @throws PlatformError `malformed_json` · `body_required`
 */
export function parseJson({ body, optionalBody }: Operation, event: HttpEvent): unknown {
  if (!body) return undefined;
  const text = readText(event);
  if (text.trim() === '') {
    if (optionalBody) return {};
    throw new PlatformError('body_required', 'Send a JSON object as the body.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new PlatformError('malformed_json', 'The body is not valid JSON.');
  }
}

function readText({ body = '', isBase64Encoded }: HttpEvent): string {
  if (!isBase64Encoded) return body;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(body, 'base64'));
  } catch {
    throw new PlatformError('malformed_json', 'The body is not valid UTF-8.');
  }
}

const NO_PARAMETERS = v.strictObject({});
const ARRAY_FOR_OBJECT: ValidationIssue = {
  pointer: '#',
  code: 'invalid_type',
  detail: 'Send a JSON object, not an array.',
};

/** Query and body as the schemas of the operation return them. */
export type Input = { readonly query?: unknown; readonly body?: unknown };

/** @throws ValidationError with all issues of the query, otherwise with all issues of the body */
export function parseInput(operation: Operation, event: HttpEvent, json: unknown): Input {
  if (isDefaultRoute(operation)) return {};
  const { body, readOnlyFields, fieldsOwnedBy } = operation;
  const parameters = event.queryStringParameters ?? {};
  const query = parseContent(operation.query ?? NO_PARAMETERS, parameters, { in: 'query' });
  if (!body) return { query };
  // Valibot accepts an array as an object.
  if (Array.isArray(json)) throw new ValidationError([ARRAY_FOR_OBJECT]);
  return { query, body: parseContent(body, json, { in: 'body' }, readOnlyFields, fieldsOwnedBy) };
}

/** The `$default` route declares no input: it returns 404 or 405 to every request. */
function isDefaultRoute({ routes }: Operation): boolean {
  return routes.length === 0;
}
