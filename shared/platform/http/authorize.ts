import { CallerKeyChangedError, PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyRateLimits } from '#shared/platform/core/rate-limit.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { hashApiKey, isWellFormedApiKey } from '#shared/platform/runtime/api-key.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { type HttpServices, required } from './http-services.ts';
import type { Access, HttpEvent, HttpMiddleware, Operation } from './operation.ts';

type KeyAccess = Access & { kind: 'key' };

/**
 * Identifies the caller, counts the request, then checks what the caller may do. Without a limiter, nothing is counted. Public
 * operations have no such check.
 */
export function authorization(
  operation: Operation,
  { keys, rateLimiter, log }: HttpServices,
): readonly HttpMiddleware[] {
  const { access } = operation;
  if (access.kind === 'public') return [];
  const { authenticate, forget } = createAuthenticator(access, required(keys, operation), log);
  return [
    {
      async before({ event, context: { request } }) {
        // Set before the permissions are checked, so that the error of the check is logged with the key.
        request.principal = await authenticate(event, request.receivedAt);
        if (rateLimiter)
          request.rateLimitHeaders = await rateLimiter.count(request.principal, request.receivedAt);
        authorize(access, request.principal, event);
      },
      onError({ error, context: { request } }) {
        if (error instanceof CallerKeyChangedError && request.principal) forget(request.principal);
      },
    },
  ];
}

/** A revoked key stops working within this time, in milliseconds (docs/specification.md#effective-permissions). */
const CACHE_MS = 30_000;
const CACHE_ENTRIES = 1000;

const USE_NOT_RECORDED = {
  code: 'KEY_USE_NOT_RECORDED',
  message: 'Last use of an API key could not be recorded',
};

/**
 * Identifies the caller. A mistyped key costs no read, and any other key costs one read unless it is cached
 * (docs/specification.md#credential-kinds).
 */
export function createAuthenticator(access: KeyAccess, keys: ApiKeyStore, log: Log) {
  const cache = new Map<string, { key: ApiKey; until: number }>();
  const recorded = new WeakSet<ApiKey>();

  return { authenticate, forget };

  /** Removes the cached copy of a key that has changed. */
  function forget({ keyHash }: Principal): void {
    cache.delete(keyHash);
  }

  async function authenticate(event: HttpEvent, now: Date): Promise<Principal> {
    const credential = readCredential(event);
    if (credential.kind === 'other') throw otherCredential(access);
    const key = isWellFormedApiKey(credential.text)
      ? await find(hashApiKey(credential.text), now)
      : undefined;
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) {
      throw new PlatformError(
        'api_key_invalid',
        'The API key is unknown, revoked or expired. Check that it is complete, or create a new key.',
      );
    }
    if (!recorded.has(key)) await recordUse(key, now);
    return {
      workspaceId: key.workspaceId,
      keyId: key.id,
      keyHash: key.hash,
      keyExpiresAt: key.expiresAt,
      isConsoleKey: key.console,
      memberId: key.memberId,
      permissions: new Set(key.permissions),
      rateLimits: keyRateLimits(key.rateLimits),
    };
  }

  async function find(hash: string, now: Date): Promise<ApiKey | undefined> {
    const cached = cache.get(hash);
    if (cached && cached.until > now.getTime()) return cached.key;
    const key = await keys.findByHash(hash);
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    if (key) cache.set(hash, { key, until: now.getTime() + CACHE_MS });
    return key;
  }

  /** The time of the last use is a statistic, so a failure to record it never fails a request. */
  async function recordUse(key: ApiKey, now: Date): Promise<void> {
    recorded.add(key);
    await keys
      .recordKeyUse(key, now)
      .catch((error: unknown) => log.warn(USE_NOT_RECORDED, describeError(error)));
  }
}

/** Webhook management rejects other kinds of credentials with 403, every other operation with 401. */
function otherCredential({ credential }: KeyAccess): PlatformError {
  return credential === 'workspace-key-only'
    ? new PlatformError('credential_type_not_allowed', 'Only a workspace API key (wsk_…) is accepted here.', {
        accepted: 'workspace_api_key',
      })
    : new PlatformError('authentication_required', 'Use a workspace API key (wsk_…).');
}

/**
 * Checks the workspace in the path, then the permissions. Both precede every check of the resource, so that a key without
 * permission cannot probe ids (docs/specification.md#order-of-checks).
 * @throws PlatformError `workspace_mismatch` · `permission_missing`
 */
export function authorize({ rule, permissions }: KeyAccess, principal: Principal, event: HttpEvent): void {
  const workspace = event.pathParameters?.['workspace'];
  if (workspace !== undefined && workspace.toLowerCase() !== principal.workspaceId) {
    throw new PlatformError(
      'workspace_mismatch',
      'The workspace in the path is not the workspace of the API key. GET /api/v1/me returns its ID.',
    );
  }
  const missing = permissions.filter((permission) => !principal.permissions.has(permission));
  const isGranted = rule === 'all-of' ? missing.length === 0 : missing.length < permissions.length;
  if (isGranted || permissions.length === 0) return;
  const list = permissions.join(rule === 'all-of' ? ' and ' : ' or ');
  throw new PlatformError(
    'permission_missing',
    `The API key needs ${list}. Use a key with ${permissions.length === 1 ? 'this permission' : rule === 'all-of' ? 'these permissions' : 'one of these permissions'}.`,
    {
      required_permissions: permissions,
      missing_permissions: missing,
    },
  );
}

const FORMS = 'Send a workspace API key as "Authorization: Bearer wsk_…" or as "x-api-key: wsk_…".';

/** The prefix decides the kind of a credential (docs/specification.md#credential-kinds). */
export type Credential = { readonly kind: 'key'; readonly text: string } | { readonly kind: 'other' };

/** The credential of a request. @throws PlatformError `authentication_required` · `ambiguous_credentials` */
export function readCredential({ headers, cookies }: Pick<HttpEvent, 'headers' | 'cookies'>): Credential {
  const header = once(headers['authorization']);
  const bearer = header === undefined ? undefined : /^Bearer +(\S+) *$/iu.exec(header)?.[1];
  const apiKey = once(headers['x-api-key']) || undefined;
  if (bearer !== undefined && apiKey !== undefined && bearer !== apiKey) {
    throw new PlatformError('ambiguous_credentials', `Two different keys were sent. ${FORMS}`);
  }
  if (header !== undefined && bearer === undefined) {
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
