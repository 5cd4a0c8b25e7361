import { PlatformError } from '#shared/platform/core/errors.ts';
import { readCredential } from '#shared/platform/http/credentials.ts';
import type { Access } from '#shared/platform/http/operation.ts';
import type { Step } from '#shared/platform/http/request-context.ts';
import type { ApiKeyStore } from '#shared/platform/identity/workspace-store.ts';
import type { ApiKey } from '#shared/platform/identity/workspace.ts';
import { hashApiKey, isWellFormedApiKey } from '#shared/platform/runtime/api-key.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';

/** A revoked key works at most this long, in milliseconds (R12). */
const CACHE_MS = 30_000;
const CACHE_ENTRIES = 1000;

const USE_NOT_NOTED = { code: 'KEY_USE_NOT_NOTED', message: 'Last use of an API key could not be recorded' };

/** Answers who is calling: no read for a mistyped key, one for any other, none while it is cached (R13). */
export function authenticate(access: Access & { kind: 'key' }, keys: ApiKeyStore, log: Log): Step {
  const cache = new Map<string, { key: ApiKey; until: number }>();
  const noted = new WeakSet<ApiKey>();

  async function find(hash: string, now: Date): Promise<ApiKey | undefined> {
    const cached = cache.get(hash);
    if (cached && cached.until > now.getTime()) return cached.key;
    const key = await keys.findByHash(hash);
    if (cache.size >= CACHE_ENTRIES) cache.clear();
    if (key) cache.set(hash, { key, until: now.getTime() + CACHE_MS });
    return key;
  }

  /** When a key was last used is a statistic: it never fails a request. */
  async function note(key: ApiKey, now: Date): Promise<void> {
    noted.add(key);
    await keys
      .recordKeyUse(key, now)
      .catch((error: unknown) => log.warn(USE_NOT_NOTED, describeError(error)));
  }

  return async ({ event, context: { requestContext } }) => {
    const credential = readCredential(event);
    if (credential.kind === 'other') throw refuseKind(access);
    const now = requestContext.receivedAt;
    const key = isWellFormedApiKey(credential.text)
      ? await find(hashApiKey(credential.text), now)
      : undefined;
    if (!key || key.revokedAt || (key.expiresAt && key.expiresAt <= now)) {
      throw new PlatformError('api_key_invalid', 'The API key is unknown, revoked or expired.');
    }
    if (!noted.has(key)) await note(key, now);
    requestContext.principal = {
      workspaceId: key.workspaceId,
      keyId: key.id,
      memberId: key.memberId,
      permissions: new Set(key.permissions),
    };
  };
}

/** Where other kinds are refused by name they are 403; elsewhere they are simply no credential (R13). */
function refuseKind({ credential }: Access & { kind: 'key' }): PlatformError {
  return credential === 'workspace-key-only'
    ? new PlatformError('credential_type_not_allowed', 'Only a workspace API key (wsk_) is accepted here.', {
        accepted: 'workspace_api_key',
      })
    : new PlatformError('authentication_required', 'Use a workspace API key (wsk_).');
}
