import { effectivePermissions } from './role-permissions.ts';
import type { ApiKey, Member } from './workspace.ts';

/** Sources of ids, time and keys. */
export type KeySources = {
  readonly now: Date;
  readonly newId: (at: Date) => string;
  readonly generateKey: () => string;
  readonly hashKey: (key: string) => string;
};

/** Length of the prefix that shows the kind of a key, in characters. */
const PREFIX_LENGTH = 'wsk_'.length;

/** A new key of a member, and the key itself, of which only the hash is stored. */
export function newKey(
  member: Pick<Member, 'id' | 'workspaceId' | 'role' | 'products'>,
  request: Pick<ApiKey, 'name' | 'granted' | 'expiresAt' | 'rateLimits'> & Partial<Pick<ApiKey, 'console'>>,
  sources: KeySources,
): { readonly key: ApiKey; readonly text: string } {
  const text = sources.generateKey();
  const key: ApiKey = {
    console: false,
    ...request,
    id: sources.newId(sources.now),
    hash: sources.hashKey(text),
    workspaceId: member.workspaceId,
    memberId: member.id,
    prefix: text.slice(0, PREFIX_LENGTH),
    last4: text.slice(-4),
    permissions: effectivePermissions(request.granted, member),
    createdAt: sources.now,
    revokedAt: null,
    lastUsedAt: null,
  };
  return { key, text };
}
