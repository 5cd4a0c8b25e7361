import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import { permissionsOf } from '#shared/platform/identity/role-permissions.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';

/**
 * Requires that both the caller's key and the member of the new key hold each added permission
 * (docs/specification.md#keys-act-as-members). Permissions that the key has `already` may stay.
 * @throws PlatformError `permission_not_grantable`
 */
export function requireGrantable(
  requested: readonly Permission[],
  principal: Principal,
  owner: Member,
  already: readonly Permission[] = [],
): void {
  const allowed = permissionsOf(owner);
  const added = requested.filter((permission) => !already.includes(permission));
  reject(
    added.filter((permission) => !principal.permissions.has(permission)),
    'The API key of this request lacks permissions',
  );
  reject(
    added.filter((permission) => !allowed.has(permission)),
    'The member of the key lacks permissions',
  );
}

function reject(permissions: readonly Permission[], why: string): void {
  if (permissions.length === 0) return;
  throw new PlatformError(
    'permission_not_grantable',
    `${why}: ${permissions.join(', ')}. Leave them out, or use a key and a member that have them.`,
    { permissions },
  );
}
