import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { IdempotencyRecord } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { HttpEvent } from './operation.ts';

/** The part of an idempotency record that is known before the operation runs. */
export type IdempotencyRequest = Pick<IdempotencyRecord, 'id' | 'fingerprint' | 'expiresAt'>;

const DAY_MS = 86_400_000;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/u;

/**
 * Reads the idempotency key of a request; undefined without the header `Idempotency-Key`. Its scope is API key, method, path and `Idempotency-Key`.
 * `path` is the path of the request with the UUID of the resource, if the request identifies the resource by another id.
 * Bodies are compared as canonical JSON (RFC 8785), so that key order and white space do not matter
 * (docs/specification.md#idempotency-keys).
 * @throws PlatformError `idempotency_key_invalid`
 */
export function readIdempotencyRequest(
  event: HttpEvent,
  keyId: string,
  json: unknown,
  now: Date,
  path: string = event.rawPath,
): IdempotencyRequest | undefined {
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
    id: sha256(JSON.stringify([keyId, event.requestContext.http.method, path, key])),
    // The HMAC key is not stored, so the hash of a body cannot be used to guess the password of a page.
    fingerprint: createHmac('sha256', key)
      .update(canonicalText(json) ?? event.body ?? '')
      .digest('hex'),
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
}

/** Undefined for JSON without a canonical form, such as lone surrogates. Such bodies are compared as text. */
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
