import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import { type Permission, isPermission } from '#shared/platform/identity/permissions.ts';
import {
  type ApiKey,
  MEMBER_PRODUCTS,
  MEMBER_ROLES,
  type Member,
  type Workspace,
} from '#shared/platform/identity/workspace.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, emailKey, keyPointerKey, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { fromRecomputeAttributes } from './recompute-items.ts';

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
  role: v.picklist(MEMBER_ROLES),
  products: v.array(v.picklist(MEMBER_PRODUCTS)),
  revision: v.number(),
  created_at: instant,
});

const permissionList = v.array(
  v.custom<Permission>((value) => typeof value === 'string' && isPermission(value)),
);

/** Hashes of the member's keys by key id; the size of the map enforces the limit. */
const keyRing = v.object({ keys: v.record(v.string(), v.string()) });

const apiKeyItem = v.object({
  id: v.string(),
  hash: v.string(),
  workspace_id: v.string(),
  member_id: v.string(),
  name: v.string(),
  prefix: v.string(),
  last4: v.string(),
  granted: permissionList,
  permissions: permissionList,
  created_at: instant,
  expires_at: maybe(instant),
  revoked_at: maybe(instant),
  last_used_at: maybe(instant),
});

export function toWorkspaceItem(workspace: Workspace) {
  return {
    ...workspaceKey(workspace.id),
    resource: 'workspace' satisfies AuditedResource,
    id: workspace.id,
    workspace_id: workspace.id,
    name: workspace.name,
    timezone: workspace.timezone,
    created_at: workspace.createdAt.getTime(),
  };
}

export function fromWorkspaceItem(item: Item): Workspace {
  const { created_at, ...rest } = parseItem(workspaceItem, item);
  return { ...rest, recompute: fromRecomputeAttributes(item), createdAt: created_at };
}

export function toMemberItem(member: Member, keys: readonly Pick<ApiKey, 'id' | 'hash'>[] = []) {
  return {
    ...memberKey(member.workspaceId, member.id),
    resource: 'member' satisfies AuditedResource,
    id: member.id,
    workspace_id: member.workspaceId,
    name: member.name,
    email: member.email,
    role: member.role,
    products: member.products,
    revision: member.revision,
    keys: Object.fromEntries(keys.map(({ id, hash }) => [id, hash])),
    created_at: member.createdAt.getTime(),
  };
}

/** The uniqueness item of an email address in its workspace; case is ignored. */
export function toEmailItem({ workspaceId, id, email }: Pick<Member, 'workspaceId' | 'id' | 'email'>) {
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex');
  return { ...emailKey(workspaceId, hash), member_id: id };
}

/** Whether an item is the rest of a removed member. */
export function isRemovedMember(item: Item): boolean {
  return item['removed_at'] !== undefined;
}

/** The hashes of the member's keys, by key id. */
export function fromKeyRing(item: Item): ReadonlyMap<string, string> {
  return new Map(Object.entries(parseItem(keyRing, item).keys));
}

export function fromMemberItem(item: Item): Member {
  const { workspace_id, created_at, ...rest } = parseItem(memberItem, item);
  return { ...rest, workspaceId: workspace_id, createdAt: created_at };
}

/** The item of a key, found by hash. It contains the effective permissions, so one read authenticates a request. */
export function toApiKeyItem(key: ApiKey) {
  return {
    ...apiKeyKey(key.hash),
    resource: 'api_key' satisfies AuditedResource,
    id: key.id,
    hash: key.hash,
    workspace_id: key.workspaceId,
    member_id: key.memberId,
    name: key.name,
    prefix: key.prefix,
    last4: key.last4,
    granted: key.granted,
    permissions: key.permissions,
    created_at: key.createdAt.getTime(),
    expires_at: key.expiresAt?.getTime(),
    revoked_at: key.revokedAt?.getTime(),
    last_used_at: key.lastUsedAt?.getTime(),
  };
}

/** Finds the key item by id. Permissions are stored only in the key item, so a change of a member rewrites one item per key. */
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
    granted: stored.granted,
    permissions: stored.permissions,
    createdAt: stored.created_at,
    expiresAt: stored.expires_at,
    revokedAt: stored.revoked_at,
    lastUsedAt: stored.last_used_at,
  };
}
