import { PERMISSIONS, type Permission } from '#shared/domain/permissions.ts';
import type { Founding } from '#shared/domain/ports/workspace-store.ts';
import type { ApiKey, Member } from './workspace.ts';

export type FoundingRequest = {
  readonly name: string;
  readonly timezone: string;
  /** The first members, all admins: each gets a member and one key with every permission. */
  readonly admins: readonly { readonly name: string; readonly email: string }[];
};

/** Where new ids and keys come from. */
export type FoundingSources = {
  readonly now: Date;
  readonly newId: (at: Date) => string;
  readonly generateKey: () => string;
  readonly hashKey: (key: string) => string;
};

/** A founding, and the keys' texts in the order of the admins: they are known here and nowhere later. */
export type Founded = { readonly founding: Founding; readonly keys: readonly string[] };

/** Prefix that a person recognises a key by; its length in characters. */
const KEY_PREFIX_LENGTH = 'wsk_'.length;

/** A workspace with its first admins and their keys (decisions 4, Bootstrap). Writes nothing. */
export function foundWorkspace(request: FoundingRequest, sources: FoundingSources): Founded {
  const { now, newId } = sources;
  const workspace = { id: newId(now), name: request.name, timezone: request.timezone, createdAt: now };
  const admins = request.admins.map((admin) => {
    const member: Member = {
      id: newId(now),
      workspaceId: workspace.id,
      ...admin,
      role: 'admin',
      createdAt: now,
    };
    const text = sources.generateKey();
    return { member, text, key: keyOf(member, text, [...PERMISSIONS], sources) };
  });
  return {
    founding: { workspace, members: admins.map(({ member }) => member), keys: admins.map(({ key }) => key) },
    keys: admins.map(({ text }) => text),
  };
}

function keyOf(
  member: Member,
  text: string,
  permissions: readonly Permission[],
  sources: FoundingSources,
): ApiKey {
  return {
    id: sources.newId(sources.now),
    hash: sources.hashKey(text),
    workspaceId: member.workspaceId,
    memberId: member.id,
    name: `${member.name}'s first key`,
    prefix: text.slice(0, KEY_PREFIX_LENGTH),
    last4: text.slice(-4),
    permissions,
    createdAt: sources.now,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
}
