import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { toEmailItems, TRACE_MS } from '#shared/platform/identity/store/workspace-items.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';
import { ttlOf } from '#shared/platform/store/item-schema.ts';
import { apiKeyKey, memberKey, workspaceKey } from '#shared/platform/store/keys.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  toLastChange,
  toSecondaryChange,
  exists,
  type Condition,
  type Write,
  deleteItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { permissionsAfter } from '#shared/workspaces/domain/permissions-after.ts';
import { isFullAdmin } from '#shared/workspaces/domain/require-grantable-member.ts';
import { requireRestorable } from '#shared/workspaces/domain/require-grantable.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';

/** The member has not been removed, and nothing that increments the member's revision was written since the read. */
export function memberUnchanged({ revision }: Pick<Member, 'revision'>): Condition {
  return {
    expression: 'revision = :before AND attribute_exists(#role)',
    names: { '#role': 'role' },
    values: { ':before': revision },
  };
}

/** Makes every other decision about the member, made before this write, fail. */
export const NEXT_REVISION = { expression: 'SET revision = revision + :one', values: { ':one': 1 } };

/** The key exists and has not been revoked. */
export const notRevoked: Condition = {
  expression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
};

/** At least one admin with all products remains; two admins who remove each other both write this counter, and the second fails. */
const anotherAdminRemains: Condition = {
  expression: 'admins >= :least',
  values: { ':least': 2 },
  onFailure: () =>
    new PlatformError(workspacesErrors.last_admin, 'Make another member an admin with all products first.'),
};

/** Writes the role and the products of a member who is unchanged since the read. */
export function memberUpdate(before: Member, after: Member, change: Change): Write {
  const { role, products, revision } = after;
  const update = setAttributes({ role, products, revision, lastChange: toLastChange(change) });
  return updateItem(memberKey(before.workspaceId, before.id), update, memberUnchanged(before));
}

/** Leaves a trace of a removed member without personal data, and releases the email address. */
export function memberRemoval(member: Member, change: Change): Write[] {
  const update = setAttributes({
    name: undefined,
    email: undefined,
    role: undefined,
    products: undefined,
    keys: undefined,
    consoleKeys: undefined,
    createdUnder: undefined,
    removedAt: change.at.getTime(),
    revision: member.revision + 1,
    ttl: traceEnd(change),
    lastChange: toLastChange(change),
  });
  return [
    updateItem(memberKey(member.workspaceId, member.id), update, memberUnchanged(member)),
    ...toEmailItems(member).map((item) =>
      deleteItem(item, {
        expression: 'attribute_not_exists(pk) OR memberId = :member',
        values: { ':member': member.id },
      }),
    ),
  ];
}

/** Counts the admins with all products in the workspace's own item when a member becomes one or stops being one. */
export function countAdmin(before: Member | null, after: Member | null, change: Change): Write[] {
  const step = Number(isFullAdmin(after)) - Number(isFullAdmin(before));
  if (step === 0) return [];
  const { workspaceId } = before ?? after ?? { workspaceId: '' };
  const update = {
    expression: 'SET admins = admins + :step, lastChange = :change',
    values: { ':step': step, ':change': toSecondaryChange(change) },
  };
  return [updateItem(workspaceKey(workspaceId), update, step < 0 ? anotherAdminRemains : exists)];
}

/**
 * Restricts a member's keys to the permissions that the member has after the change. Revokes the keys of a removed member.
 * @throws PlatformError `permission_not_grantable` if the caller's key lacks a restored permission
 */
export function keysAfter(keys: readonly ApiKey[], after: Member | null, change: Change): Write[] {
  if (after === null) return keys.map((key) => keyRevocation(key, change));
  return keys.flatMap((key): Write[] => {
    const permissions = permissionsAfter(key, after);
    requireRestorable(permissions, key, change.callerKey);
    if (permissions.join() === key.permissions.join()) return [];
    return [
      updateItem(
        apiKeyKey(key.hash),
        setAttributes({ permissions, lastChange: toLastChange(change) }),
        exists,
      ),
    ];
  });
}

/** Revokes a key. Its item remains for a while, so that requests with the key learn that it was revoked. */
export function keyRevocation({ hash }: ApiKey, change: Change): Write {
  const update = setAttributes({
    revokedAt: change.at.getTime(),
    ttl: traceEnd(change),
    lastChange: toLastChange(change),
  });
  return updateItem(apiKeyKey(hash), update, notRevoked);
}

function traceEnd({ at }: Change): number {
  return ttlOf(new Date(at.getTime() + TRACE_MS));
}
