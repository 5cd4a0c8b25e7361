/** The permissions of the workspace itself; `write` implies nothing about `read` (docs/specification.md#permissions). */
export const workspacePermissions = [
  'workspace:settings:read',
  'workspace:settings:write',
  'workspace:members:read',
  'workspace:members:write',
  'workspace:keys:read',
  'workspace:keys:write',
  'workspace:audit:read',
  'workspace:deletion:write',
  'workspace:exports:read',
  'workspace:exports:write',
] as const;

/** The permissions by product. Each product adds its own in its `permissions.ts`, so the platform does not have to know them. */
export interface DeclaredPermissions {
  readonly workspace: typeof workspacePermissions;
}

/** A permission of an API key, `product:resource:action`. */
export type Permission = DeclaredPermissions[keyof DeclaredPermissions][number];

/** Whether a stored string has the form of a permission. */
export function isPermission(text: string): text is Permission {
  return /^[a-z]+:[a-z]+:[a-z]+$/u.test(text);
}
