import { biolinksPermissions } from '#shared/biolinks/permissions.ts';
import { broadcastsPermissions } from '#shared/broadcasts/permissions.ts';
import { eventsPermissions } from '#shared/events/permissions.ts';
import { messagingPermissions } from '#shared/messaging/permissions.ts';
import { type Permission, workspacePermissions } from '#shared/platform/core/permissions.ts';
import { allows } from '#shared/platform/identity/role-permissions.ts';
import type { Member } from '#shared/platform/identity/workspace.ts';
import { publishingPermissions } from '#shared/publishing/permissions.ts';

/** All permissions, in the order of the documents. */
export const PERMISSIONS = [
  ...publishingPermissions,
  ...biolinksPermissions,
  ...broadcastsPermissions,
  ...messagingPermissions,
  ...eventsPermissions,
  ...workspacePermissions,
] as const satisfies readonly Permission[];

/** All permissions of a member; none of the keys of the member has more. */
export function permissionsOf(member: Pick<Member, 'role' | 'products'>): ReadonlySet<Permission> {
  return new Set(PERMISSIONS.filter((permission) => allows(member, permission)));
}
