import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import { type Permission, isPermission } from '#shared/platform/core/permissions.ts';
import { comparedMailAddress } from '#shared/platform/core/text.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import {
  type ApiKey,
  MEMBER_PRODUCTS,
  MEMBER_ROLES,
  type Member,
  type Workspace,
} from '#shared/platform/identity/workspace.ts';
import { instant, itemCodec, maybe, parseItem, ttlOf } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, emailKey, keyPointerKey, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { fromRecomputeAttributes } from './recompute-items.ts';

const workspaceItem = itemCodec(
  v.object({
    id: v.string(),
    name: v.string(),
    timezone: v.string(),
    createdAt: instant,
  }),
);

const memberItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    name: v.string(),
    email: v.string(),
    role: v.picklist(MEMBER_ROLES),
    products: v.array(v.picklist(MEMBER_PRODUCTS)),
    revision: v.number(),
    createdAt: instant,
  }),
);

const permissionList = v.array(
  v.custom<Permission>((value) => typeof value === 'string' && isPermission(value)),
);

/** How long revoked keys, expired console keys and removed members stay stored for the audit log, in milliseconds. */
export const TRACE_MS = 90 * DAY_MS;

/** Hashes of the member's keys by key id; the size of the map enforces the limit. */
const keyRing = v.object({ keys: v.record(v.string(), v.string()) });

/** The member's console keys by key id. */
const consoleRing = v.object({
  consoleKeys: v.optional(v.record(v.string(), v.object({ hash: v.string(), expiresAt: instant })), {}),
});

const apiKeyItem = itemCodec(
  v.object({
    id: v.string(),
    hash: v.string(),
    workspaceId: v.string(),
    memberId: v.string(),
    name: v.string(),
    prefix: v.string(),
    last4: v.string(),
    granted: permissionList,
    permissions: permissionList,
    rateLimits: v.partial(v.object({ read: v.number(), write: v.number(), ingest: v.number() })),
    console: v.optional(v.boolean(), false),
    createdAt: instant,
    expiresAt: maybe(instant),
    revokedAt: maybe(instant),
    lastUsedAt: maybe(instant),
  }),
);

/** The item of a workspace without a recompute, whose attributes are written separately. */
export function toWorkspaceItem(workspace: Workspace) {
  return {
    ...workspaceKey(workspace.id),
    resource: 'workspace' satisfies AuditedResource,
    workspaceId: workspace.id,
    ...workspaceItem.encode(workspace),
  };
}

/** @throws MalformedItemError */
export function fromWorkspaceItem(item: Item): Workspace {
  return { ...workspaceItem.decode(item), recompute: fromRecomputeAttributes(item) };
}

/** The item of a member. It lists the keys, so that a change of the member can update all of them. */
export function toMemberItem(member: Member, keys: readonly Pick<ApiKey, 'id' | 'hash'>[] = []) {
  return {
    ...memberKey(member.workspaceId, member.id),
    resource: 'member' satisfies AuditedResource,
    ...memberItem.encode(member),
    keys: Object.fromEntries(keys.map(({ id, hash }) => [id, hash])),
  };
}

/**
 * The uniqueness items of an email address in its workspace. An address with other letters than those of ASCII has two: the second is the
 * only one of members of earlier versions.
 */
export function toEmailItems({ workspaceId, id, email }: Pick<Member, 'workspaceId' | 'id' | 'email'>) {
  const forms = new Set([comparedMailAddress(email), email.toLowerCase()]);
  return [...forms].map((form) => {
    const hash = createHash('sha256').update(form).digest('hex');
    return { ...emailKey(workspaceId, hash), memberId: id };
  });
}

/** Whether an item is what remains of a removed member. */
export function isRemovedMember(item: Item): boolean {
  return item['removedAt'] !== undefined;
}

/** The hashes of the member's keys, by key id. */
export function fromKeyRing(item: Item): ReadonlyMap<string, string> {
  return new Map(Object.entries(parseItem(keyRing, item).keys));
}

/** Hash and expiry of a console key, as the item of its member lists it. */
export type ConsoleRingEntry = { readonly hash: string; readonly expiresAt: Date };

/** The console keys of a member by key id; expired ones stay until the next console link. */
export function fromConsoleRing(item: Item): ReadonlyMap<string, ConsoleRingEntry> {
  return new Map(Object.entries(parseItem(consoleRing, item).consoleKeys));
}

/** The attribute of the member item with these console keys. */
export function toConsoleRing(entries: Iterable<readonly [string, ConsoleRingEntry]>) {
  return Object.fromEntries(
    [...entries].map(([id, { hash, expiresAt }]) => [id, { hash, expiresAt: expiresAt.getTime() }]),
  );
}

/** @throws MalformedItemError */
export function fromMemberItem(item: Item): Member {
  return memberItem.decode(item);
}

/** The item of a key, found by hash. It contains the effective permissions, so one read authenticates a request. */
export function toApiKeyItem(key: ApiKey) {
  return {
    ...apiKeyKey(key.hash),
    resource: 'api_key' satisfies AuditedResource,
    ...apiKeyItem.encode(key),
    ...expiryOf(key, TRACE_MS),
  };
}

/** An expired console key is deleted without a command; DynamoDB does so when `ttl` has passed. */
function expiryOf({ console: isConsole, expiresAt }: ApiKey, after: number): { readonly ttl?: number } {
  return isConsole && expiresAt ? { ttl: ttlOf(new Date(expiresAt.getTime() + after)) } : {};
}

/** Finds the key item by id. Permissions are stored only in the key item, so a change of a member rewrites one item per key. */
export function toKeyPointerItem(key: ApiKey) {
  const { workspaceId, id, memberId, hash } = key;
  return { ...keyPointerKey(workspaceId, id), id, memberId, hash, ...expiryOf(key, 0) };
}

/** @throws MalformedItemError */
export function fromApiKeyItem(item: Item): ApiKey {
  return apiKeyItem.decode(item);
}
