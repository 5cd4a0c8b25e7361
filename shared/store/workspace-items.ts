import * as v from 'valibot';
import { isPermission, type Permission } from '#shared/domain/permissions.ts';
import type { ApiKey, Member, Workspace } from '#shared/domain/workspaces/workspace.ts';
import { instant, maybe, parseItem } from './item-schema.ts';
import { apiKeyKey, keyPointerKey, memberKey, workspaceKey } from './keys.ts';
import type { Item } from './table.ts';

const workspaceItem = v.object({
  id: v.string(),
  name: v.string(),
  timezone: v.string(),
  created_at: instant,
});

const memberItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  name: v.string(),
  email: v.string(),
  role: v.picklist(['admin', 'editor', 'viewer']),
  created_at: instant,
});

const apiKeyItem = v.object({
  id: v.string(),
  hash: v.string(),
  workspace_id: v.string(),
  member_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  last4: v.string(),
  permissions: v.array(v.custom<Permission>((value) => typeof value === 'string' && isPermission(value))),
  created_at: instant,
  expires_at: maybe(instant),
  revoked_at: maybe(instant),
  last_used_at: maybe(instant),
});

export function toWorkspaceItem(workspace: Workspace) {
  return {
    ...workspaceKey(workspace.id),
    id: workspace.id,
    name: workspace.name,
    timezone: workspace.timezone,
    created_at: workspace.createdAt.getTime(),
  };
}

export function fromWorkspaceItem(item: Item): Workspace {
  const { created_at, ...rest } = parseItem(workspaceItem, item);
  return { ...rest, createdAt: created_at };
}

export function toMemberItem(member: Member) {
  return {
    ...memberKey(member.workspaceId, member.id),
    id: member.id,
    workspace_id: member.workspaceId,
    name: member.name,
    email: member.email,
    role: member.role,
    created_at: member.createdAt.getTime(),
  };
}

export function fromMemberItem(item: Item): Member {
  const { workspace_id, created_at, ...rest } = parseItem(memberItem, item);
  return { ...rest, workspaceId: workspace_id, createdAt: created_at };
}

/** The key's own item, found by hash; its effective permissions are inside, so one read answers everything (R12). */
export function toApiKeyItem(key: ApiKey) {
  return {
    ...apiKeyKey(key.hash),
    id: key.id,
    hash: key.hash,
    workspace_id: key.workspaceId,
    member_id: key.memberId,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    permissions: key.permissions,
    created_at: key.createdAt.getTime(),
    expires_at: key.expiresAt?.getTime(),
    revoked_at: key.revokedAt?.getTime(),
    last_used_at: key.lastUsedAt?.getTime(),
  };
}

/** Leads from a key's id to its item: what a key may do stands once, so a change of a member rewrites one item each. */
export function toKeyPointerItem(key: ApiKey) {
  return { ...keyPointerKey(key.workspaceId, key.id), id: key.id, member_id: key.memberId, hash: key.hash };
}

export function fromApiKeyItem(item: Item): ApiKey {
  const stored = parseItem(apiKeyItem, item);
  return {
    id: stored.id,
    hash: stored.hash,
    workspaceId: stored.workspace_id,
    memberId: stored.member_id,
    name: stored.name,
    prefix: stored.prefix,
    last4: stored.last4,
    permissions: stored.permissions,
    createdAt: stored.created_at,
    expiresAt: stored.expires_at,
    revokedAt: stored.revoked_at,
    lastUsedAt: stored.last_used_at,
  };
}
