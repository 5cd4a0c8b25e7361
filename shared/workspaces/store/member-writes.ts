import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { effectivePermissions } from '#shared/platform/identity/role-permissions.ts';
import { toEmailItem } from '#shared/platform/identity/store/workspace-items.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';
import { toSecondaryChange, toLastChange } from '#shared/platform/store/command-items.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';

/** How long revoked keys and removed members stay stored for the audit log, in milliseconds. */
const TRACE_MS = 90 * 86_400_000;

/** Items written before the audit log existed get the attribute it needs with their next update. */
const RESOURCE = { '#resource': 'resource' };
const AS_MEMBER = { ':resource': 'member' satisfies AuditedResource };
const AS_KEY = { ':resource': 'api_key' satisfies AuditedResource };

/** Prevents races with all writes that increment the revision of the member. */
const asRead: Condition = {
  when: '#revision = :revision AND attribute_exists(#role)',
  onFailure: () => new ConcurrentUpdateError(),
};

/** Writes role and products if the member is unchanged. */
export function memberUpdate(table: string, before: Member, after: Member, change: Change): Write {
  return {
    kind: 'update',
    table,
    key: memberKey(before.workspaceId, before.id),
    set: 'SET #role = :role, #products = :products, #revision = :next, last_change = :change, #resource = :resource',
    names: { '#role': 'role', '#products': 'products', '#revision': 'revision', ...RESOURCE },
    values: {
      ':role': after.role,
      ':products': after.products,
      ':next': after.revision,
      ':revision': before.revision,
      ':change': toLastChange(change),
      ...AS_MEMBER,
    },
    condition: asRead,
  };
}

/** Removes the personal data of a member, keeps who removed them, and frees the email address. */
export function memberRemoval(table: string, member: Member, change: Change): Write[] {
  const { pk, sk } = toEmailItem(member);
  return [
    {
      kind: 'update',
      table,
      key: memberKey(member.workspaceId, member.id),
      set: 'REMOVE #name, #email, #role, #products, #keys SET removed_at = :now, #revision = :next, #ttl = :ttl, last_change = :change, #resource = :resource',
      names: {
        '#name': 'name',
        '#email': 'email',
        '#role': 'role',
        '#products': 'products',
        '#keys': 'keys',
        '#revision': 'revision',
        '#ttl': 'ttl',
        ...RESOURCE,
      },
      values: {
        ':now': change.at.getTime(),
        ':next': member.revision + 1,
        ':revision': member.revision,
        ':ttl': traceEnd(change),
        ':change': toLastChange(change),
        ...AS_MEMBER,
      },
      condition: asRead,
    },
    {
      kind: 'delete',
      table,
      key: { pk, sk },
      values: { ':member': member.id },
      condition: {
        when: 'attribute_not_exists(pk) OR member_id = :member',
        onFailure: () => new ConcurrentUpdateError(),
      },
    },
  ];
}

/**
 * Counts admins in the workspace item: two admins who remove each other write to the same item, and the second is rejected
 * as the last admin.
 */
export function countAdmin(
  table: string,
  before: Member | null,
  after: Member | null,
  change: Change,
): Write[] {
  const step = Number(after?.role === 'admin') - Number(before?.role === 'admin');
  if (step === 0) return [];
  const { workspaceId } = before ?? after ?? { workspaceId: '' };
  return [
    {
      kind: 'update',
      table,
      key: workspaceKey(workspaceId),
      set: 'SET admins = admins + :step, last_change = :change',
      values: { ':step': step, ':least': step < 0 ? 2 : 0, ':change': toSecondaryChange(change) },
      condition: { when: 'admins >= :least', onFailure: lastAdmin },
    },
  ];
}

/** The keys after a change of their member: limited to the member's permissions, or revoked if the member is removed. */
export function keysAfter(
  table: string,
  keys: readonly ApiKey[],
  after: Member | null,
  change: Change,
): Write[] {
  if (after === null) return keys.map((key) => keyRevocation(table, key, change));
  return keys.flatMap((key): Write[] => {
    const permissions = effectivePermissions(key.granted, after);
    if (permissions.join() === key.permissions.join()) return [];
    return [
      {
        kind: 'update',
        table,
        key: apiKeyKey(key.hash),
        set: 'SET #permissions = :permissions, last_change = :change, #resource = :resource',
        names: { '#permissions': 'permissions', ...RESOURCE },
        values: { ':permissions': permissions, ':change': toLastChange(change), ...AS_KEY },
        condition: { when: 'attribute_exists(pk)', onFailure: () => new ConcurrentUpdateError() },
      },
    ];
  });
}

/** Revokes a key. Its item stays for 90 days, marked as revoked. */
export function keyRevocation(table: string, { hash }: ApiKey, change: Change): Write {
  return {
    kind: 'update',
    table,
    key: apiKeyKey(hash),
    set: 'SET revoked_at = :now, #ttl = :ttl, last_change = :change, #resource = :resource',
    names: { '#ttl': 'ttl', ...RESOURCE },
    values: {
      ':now': change.at.getTime(),
      ':ttl': traceEnd(change),
      ':change': toLastChange(change),
      ...AS_KEY,
    },
    condition: {
      when: 'attribute_exists(pk) AND attribute_not_exists(revoked_at)',
      onFailure: () => new ConcurrentUpdateError(),
    },
  };
}

function traceEnd({ at }: Change): number {
  return ttlOf(new Date(at.getTime() + TRACE_MS));
}

function lastAdmin(): PlatformError {
  return new PlatformError('last_admin', 'Make another member an admin first.');
}
