import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { IdempotencyClaim, HttpEvent } from './request-context.ts';

const DAY_MS = 86_400_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/u;

/**
 * The claim of a request, or undefined if it makes none. Its scope is key, method, path and `Idempotency-Key` (G90); bodies
 * are compared as canonical JSON (RFC 8785), so that key order and white space do not matter (G91).
 * @throws PlatformError `idempotency_key_invalid`
 */
export function readIdempotencyClaim(
  event: HttpEvent,
  keyId: string,
  json: unknown,
  now: Date,
): IdempotencyClaim | undefined {
  const header = event.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/u.exec(header.trim())?.[1] ?? header.trim();
  if (!PRINTABLE.test(key)) {
    throw new PlatformError(
      'idempotency_key_invalid',
      'Use 1 to 255 printable ASCII characters as the Idempotency-Key.',
    );
  }
  return {
    id: sha256(JSON.stringify([keyId, event.requestContext.http.method, event.rawPath, key])),
    // Keyed by what is stored nowhere, so that nobody can try a page's password on the hash of a body.
    fingerprint: createHmac('sha256', key)
      .update(canonicalText(json) ?? event.body ?? '')
      .digest('hex'),
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
}

/** Undefined for JSON without a canonical form, such as lone surrogates: then only the very same text is the same. */
function canonicalText(json: unknown): string | undefined {
  try {
    return canonicalize(json);
  } catch {
    return undefined;
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
