import { createHash, createHmac } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { IdempotencyRecord } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { HttpEvent } from './operation.ts';

/** The part of an idempotency record that is known before the operation runs. */
export type IdempotencyRequest = Pick<IdempotencyRecord, 'id' | 'fingerprint' | 'expiresAt'>;

/** A quoted string of RFC 8941, 3.3.3. */
const QUOTED = /^"((?:[^"\\]|\\["\\])*)"$/u;
const PRINTABLE = /^[\x20-\x7e]{1,255}$/u;

/**
 * Reads the idempotency key of a request; undefined without the header `Idempotency-Key`. Requests with another API key,
 * route or path parameter may use the same key. The raw path does not count, because several spellings reach one resource:
 * `%6fs` and `os`, or an id in capitals and in lower case. Bodies are compared as canonical JSON (RFC 8785), so that key
 * order and white space do not matter (docs/specification.md#idempotency-keys).
 * @param scope the caller, and the normalised path parameters; the workspace is that of the caller
 * @throws PlatformError `idempotency_key_invalid`
 */
export function readIdempotencyRequest(
  event: HttpEvent,
  scope: { readonly keyId: string; readonly params: Readonly<Record<string, string>> },
  json: unknown,
  now: Date,
): IdempotencyRequest | undefined {
  const header = event.headers['idempotency-key']?.trim();
  if (header === undefined) return undefined;
  const quoted = QUOTED.exec(header)?.[1];
  // Servers and proxies join several lines of a header by commas (RFC 9110, 5.3), also lines with equal values.
  if (quoted === undefined && header.includes(','))
    throw new PlatformError(
      'idempotency_key_invalid',
      'Send the Idempotency-Key once. A key with a comma needs double quotes, such as "a,b".',
    );
  const key = quoted?.replaceAll(/\\(.)/gu, '$1') ?? header;
  if (!PRINTABLE.test(key)) {
    throw new PlatformError(
      'idempotency_key_invalid',
      'Use 1 to 255 printable ASCII characters as the Idempotency-Key.',
    );
  }
  return {
    id: sha256(
      JSON.stringify([scope.keyId, event.routeKey, Object.entries(scope.params).toSorted(byName), key]),
    ),
    // The HMAC key is not stored, so the hash of a body cannot be used to guess the password of a page.
    fingerprint: createHmac('sha256', key)
      .update(canonicalText(json) ?? event.body ?? '')
      .digest('hex'),
    expiresAt: new Date(now.getTime() + DAY_MS),
  };
}

function byName([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
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
