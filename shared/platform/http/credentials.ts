import { PlatformError } from '#shared/platform/core/errors.ts';
import type { HttpEvent } from './request-context.ts';

const FORMS = 'Send the API key as "Authorization: Bearer <key>" or as "x-api-key: <key>".';

/** The prefix decides the kind of a credential (docs/specification.md#credential-kinds). */
export type Credential = { readonly kind: 'key'; readonly text: string } | { readonly kind: 'other' };

/** The credential of a request. @throws PlatformError `authentication_required` · `ambiguous_credentials` */
export function readCredential({ headers, cookies }: Pick<HttpEvent, 'headers' | 'cookies'>): Credential {
  const authorization = once(headers['authorization']);
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/iu.exec(authorization)?.[1];
  const apiKey = once(headers['x-api-key']) || undefined;
  if (bearer !== undefined && apiKey !== undefined && bearer !== apiKey) {
    throw new PlatformError('ambiguous_credentials', `Two different keys were sent. ${FORMS}`);
  }
  if (authorization !== undefined && bearer === undefined) {
    throw new PlatformError(
      'authentication_required',
      `The Authorization header is not a bearer token. ${FORMS}`,
    );
  }
  const text = bearer ?? apiKey;
  if (text !== undefined) return /^(pat|wlk)_/u.test(text) ? { kind: 'other' } : { kind: 'key', text };
  // A browser session is a credential, but the API does not accept it.
  if (cookies?.some((cookie) => cookie.startsWith('sid='))) return { kind: 'other' };
  throw new PlatformError('authentication_required', FORMS);
}

/**
 * A header that is sent twice with the same value counts once (docs/specification.md#two-credentials). API Gateway joins
 * repeated headers with commas.
 */
function once(value: string | undefined): string | undefined {
  const values = new Set(value?.split(',').map((part) => part.trim()));
  if (values.size > 1)
    throw new PlatformError('ambiguous_credentials', `Two different credentials were sent. ${FORMS}`);
  return [...values][0];
}
