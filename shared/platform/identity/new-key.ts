import { effectivePermissions } from './role-permissions.ts';
import type { ApiKey, Member } from './workspace.ts';

/** Where new ids and keys come from. */
export type KeySources = {
  readonly now: Date;
  readonly newId: (at: Date) => string;
  readonly generateKey: () => string;
  readonly hashKey: (key: string) => string;
};

/** Prefix that a person recognises a key by; its length in characters. */
const PREFIX_LENGTH = 'wsk_'.length;

/** A new key of a member, and its text, which is known here and nowhere later. */
export function newKey(
  member: Pick<Member, 'id' | 'workspaceId' | 'role' | 'products'>,
  request: Pick<ApiKey, 'name' | 'granted' | 'expiresAt'>,
  sources: KeySources,
): { readonly key: ApiKey; readonly text: string } {
  const text = sources.generateKey();
  const key: ApiKey = {
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
