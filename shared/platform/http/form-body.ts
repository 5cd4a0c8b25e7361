import { PlatformError } from '#shared/platform/core/errors.ts';
import type { HttpEvent } from './operation.ts';

/** Maximum size of a form in bytes. Forms contain a password and a button at most. */
const MAX_FORM_BYTES = 4096;

/**
 * The fields of a form that a browser sent (WHATWG URL, 5.1). A form without fields has no body and may have no media type.
 * @throws PlatformError `payload_too_large` · `unsupported_media_type`
 */
export function readForm({ body = '', isBase64Encoded, headers }: HttpEvent): URLSearchParams {
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_FORM_BYTES) {
    throw new PlatformError('payload_too_large', `Send at most ${MAX_FORM_BYTES} bytes.`, {
      max_bytes: MAX_FORM_BYTES,
    });
  }
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (bytes.length > 0 && type !== 'application/x-www-form-urlencoded')
    throw new PlatformError('unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.');
  return new URLSearchParams(bytes.toString());
}

/**
 * Whether a form was sent from its own site. Every browser sends `Sec-Fetch-Site` or `Origin`. A client that sends neither
 * is no browser, and cross-site request forgery needs a browser.
 */
export function isOwnForm({ headers, requestContext }: HttpEvent): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const origin = headers['origin'];
  return origin === undefined || URL.parse(origin)?.host === requestContext.domainName;
}
