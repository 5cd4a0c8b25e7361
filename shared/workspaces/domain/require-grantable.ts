import type { CallerKey } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/core/permissions.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';
import { permissionsOf } from './permissions.ts';

/** What a key has before an edit; a key that is created has no permissions yet. */
type Existing = Pick<ApiKey, 'granted' | 'expiresAt'>;

const GRANT_ADVICE = 'Leave them out, or use a key and a member that can grant them.';

/** The request of a change of a member contains no permissions that it could leave out. */
const RESTORE_ADVICE = 'Use a key that can grant them.';

/**
 * Requires that both the caller's key and the member of the key hold each added permission
 * (docs/specification.md#keys-act-as-members), and that an expiring key adds none to a key that expires later
 * (docs/specification.md#expiry-of-created-keys). Permissions that the key has already may stay.
 * @throws PlatformError `permission_not_grantable`
 */
export function requireGrantable(
  requested: readonly Permission[],
  principal: Principal,
  owner: Member,
  existing?: Existing,
): void {
  const allowed = permissionsOf(owner);
  const added = requested.filter((permission) => !existing?.granted.includes(permission));
  reject(
    added.filter((permission) => !principal.permissions.has(permission)),
    'The API key of this request lacks permissions',
  );
  reject(
    added.filter((permission) => !allowed.has(permission)),
    'The member of the key lacks permissions',
  );
  if (existing) rejectLaterExpiry(added, existing, principal.keyExpiresAt);
}

/**
 * Requires that a change of a member restores only permissions that the caller's key could also add. Without a caller's key, an
 * operator makes the change.
 * @throws PlatformError `permission_not_grantable`
 */
export function requireRestorable(
  permissions: readonly Permission[],
  key: Pick<ApiKey, 'permissions' | 'expiresAt'>,
  callerKey: CallerKey | undefined,
): void {
  if (!callerKey) return;
  const restored = permissions.filter((permission) => !key.permissions.includes(permission));
  reject(
    restored.filter((permission) => !callerKey.permissions.includes(permission)),
    'The change would give permissions back to an API key of the member, and the API key of this request lacks them',
    RESTORE_ADVICE,
  );
  rejectLaterExpiry(restored, key, callerKey.expiresAt, RESTORE_ADVICE);
}

/** An expiring key could otherwise hand its permissions to a key that does not expire. */
function rejectLaterExpiry(
  added: readonly Permission[],
  { expiresAt }: Pick<ApiKey, 'expiresAt'>,
  callerExpiresAt: Date | null,
  advice?: string,
): void {
  if (!callerExpiresAt || (expiresAt && expiresAt <= callerExpiresAt)) return;
  const until = callerExpiresAt.toISOString();
  reject(
    added,
    `The API key of this request expires at ${until}, before the key that would get permissions`,
    advice,
  );
}

function reject(permissions: readonly Permission[], why: string, advice = GRANT_ADVICE): void {
  if (permissions.length === 0) return;
  throw new PlatformError('permission_not_grantable', `${why}: ${permissions.join(', ')}. ${advice}`, {
    permissions,
  });
}
