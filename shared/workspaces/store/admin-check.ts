import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { memberKey } from '#shared/platform/store/keys.ts';
import { type Condition, type Write, checkItem } from '#shared/platform/store/write.ts';

/** The member is an admin at the time of the write. */
const isAdmin: Condition = {
  expression: '#role = :admin',
  names: { '#role': 'role' },
  values: { ':admin': 'admin' },
  onFailure: adminRequired,
};

/**
 * Requires that the caller is an admin at the time of the write. A cached key is accepted for up to 30 s
 * (docs/specification.md#effective-permissions), too long for a removed admin who could still change other members and keys.
 * @throws PlatformError `admin_required`
 */
export function adminCheck(workspaceId: string, memberId: string): Write {
  return checkItem(memberKey(workspaceId, memberId), isAdmin);
}

/** The member whose key makes a change; undefined if the platform or an operator makes it. */
export function requirePrincipal({ actor }: Change): string | undefined {
  return actor.kind === 'key' ? actor.member : undefined;
}

/** The error for a caller who is not an admin, or no longer one. */
export function adminRequired(): PlatformError {
  return new PlatformError(
    'admin_required',
    'Only an admin can change other members and their keys. Use a key of an admin.',
  );
}
