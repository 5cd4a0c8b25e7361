import type { RequestHeader } from '#shared/webhooks/domain/request-headers.ts';
import type { SendResult } from '#shared/webhooks/ports/webhook-sender.ts';

/** Shorter values are hardly secrets, and hiding them would make the text unreadable. */
const MIN_LENGTH = 8;

/**
 * Hides the values of headers in the response text, which the API returns: error pages of frameworks often show the request. A
 * credential is hidden also without its scheme, such as `Bearer`.
 */
export function maskHeaders(result: SendResult, headers: readonly RequestHeader[]): SendResult {
  if (result.responseText === null || headers.length === 0) return result;
  const secrets = headers
    .flatMap(([, value]) => [value, ...value.split(/[\t ]+/u)])
    .filter((part) => part.length >= MIN_LENGTH)
    .toSorted((a, b) => b.length - a.length);
  const responseText = secrets.reduce((text, secret) => text.replaceAll(secret, '•••'), result.responseText);
  return { ...result, responseText };
}
