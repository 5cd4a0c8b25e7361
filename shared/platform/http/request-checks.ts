import { PlatformError } from '#shared/platform/core/errors.ts';
import type { StageHosts } from '#shared/platform/core/stage-hosts.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { HttpServices } from './http-services.ts';
import { acceptsForm, MAX_FORM_BYTES } from './multipart-form.ts';
import {
  type HttpEvent,
  type HttpMiddleware,
  isDefaultRoute,
  type Operation,
  type RequestContext,
} from './operation.ts';

const USABLE_REQUEST_ID = /^[A-Za-z0-9_-]{8,64}$/u;
/**
 * A client may send a credential as `X-Request-Id` by mistake. Request ids are logged, stored and returned, so such a value
 * is replaced.
 */
const LOOKS_LIKE_A_SECRET = /(?:^|[^A-Za-z0-9])(?:wsk|pat|wlk|whsec)_/u;

/** Notes the time, the request id and the base URL of a request, which every response needs. */
export function requestContext({ clock, hosts }: Pick<HttpServices, 'clock' | 'hosts'>): HttpMiddleware {
  return {
    before({ event, context }) {
      context.request = createRequestContext(event, hosts, clock());
    },
  };
}

/** Keeps the client's request id if it is usable (docs/specification.md#responses). */
export function createRequestContext(event: HttpEvent, hosts: StageHosts, receivedAt: Date): RequestContext {
  const {
    headers,
    requestContext: { domainName },
  } = event;
  const requestId = headers['x-request-id'] ?? '';
  const isUsable = USABLE_REQUEST_ID.test(requestId) && !LOOKS_LIKE_A_SECRET.test(requestId);
  // Only the local stack is reached without TLS.
  const scheme = headers['x-forwarded-proto'] === 'http' ? 'http' : 'https';
  return {
    requestId: isUsable ? requestId : newId(receivedAt),
    baseUrl: hosts.serves('api', domainName) ? `${scheme}://${domainName}` : hosts.apiOrigin,
    hosts,
    receivedAt,
  };
}

/** Maximum size of a JSON body in bytes. An event must fit into one item of 400 KB. */
const MAX_BODY_BYTES = 256 * 1024;

/** Rejects a body that is too large, before anything else is checked. */
export function bodyLimit(operation: Operation): HttpMiddleware {
  return { before: ({ event }) => limitBody(operation, event) };
}

/** @throws PlatformError `payload_too_large` (docs/specification.md#body-size) */
export function limitBody(operation: Operation, event: HttpEvent): undefined {
  if (isDefaultRoute(operation)) return;
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (acceptsForm(operation, event)) {
    if (bytes <= MAX_FORM_BYTES) return;
    const detail = `Send at most ${MAX_FORM_BYTES} bytes as a form. Upload a larger file in two steps, which begin with a JSON body.`;
    throw new PlatformError('payload_too_large', detail, { max_bytes: MAX_FORM_BYTES });
  }
  if (bytes <= MAX_BODY_BYTES) return;
  throw new PlatformError('payload_too_large', `Send at most ${MAX_BODY_BYTES} bytes.`, {
    max_bytes: MAX_BODY_BYTES,
  });
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/iu;
const OTHER_CHARSET = /^charset\s*=(?!\s*"?utf-?8"?$)/iu;

/** Rejects a body that is not JSON, unless the operation accepts its form. */
export function mediaType(operation: Operation): HttpMiddleware {
  return {
    before({ event }) {
      if (!operation.readsBody) requireMediaType(operation, event);
    },
  };
}

/**
 * An empty body may declare any media type (docs/specification.md#media-types).
 * @throws PlatformError `unsupported_media_type`
 */
export function requireMediaType(operation: Operation, event: HttpEvent): undefined {
  if (!operation.body || !event.body) return;
  const encoding = event.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity')
    throw new PlatformError(
      'unsupported_media_type',
      'Content-Encoding is not supported. Send the body uncompressed, without the header Content-Encoding.',
      // RFC 9110, section 12.5.3: the response identifies the encodings that would be accepted.
      { headers: { 'Accept-Encoding': 'identity' } },
    );
  if (isJson(event.headers['content-type'] ?? '') || acceptsForm(operation, event)) return;
  const accept = event.requestContext.http.method === 'PATCH' ? 'Accept-Patch' : 'Accept-Post';
  throw new PlatformError(
    'unsupported_media_type',
    `Send the body as JSON in UTF-8, with the header Content-Type: application/json${operation.multipart ? ', or as multipart/form-data' : ''}.`,
    {
      headers: { [accept]: `application/json${operation.multipart ? ', multipart/form-data' : ''}` },
    },
  );
}

/** Of the parameters only the charset counts: JSON is UTF-8 (RFC 8259, 8.1). */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim());
  return JSON_TYPE.test(type) && !parameters.some((parameter) => OTHER_CHARSET.test(parameter));
}
