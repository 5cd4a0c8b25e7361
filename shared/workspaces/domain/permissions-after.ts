import type { Permission } from '#shared/platform/core/permissions.ts';
import { effectivePermissions } from '#shared/platform/identity/role-permissions.ts';
import type { ApiKey, Member } from '#shared/platform/identity/workspace.ts';

/**
 * The permissions of a key after a change of its member. A console key only loses permissions: its change is committed before
 * that of the member (ADR 47), which can still fail.
 */
export function permissionsAfter(
  { granted, permissions, console: isConsole }: Pick<ApiKey, 'granted' | 'permissions' | 'console'>,
  member: Pick<Member, 'role' | 'products'>,
): Permission[] {
  const allowed = effectivePermissions(granted, member);
  return isConsole ? allowed.filter((permission) => permissions.includes(permission)) : allowed;
}
