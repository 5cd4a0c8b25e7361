/** The permissions of this product, `product:resource:action` of the API. */
export const broadcastsPermissions = [
  'salesbot:broadcasts:read',
  'salesbot:broadcasts:write',
  'salesbot:broadcasts:send',
  'salesbot:broadcasts:approve',
] as const;

declare module '#shared/platform/core/permissions.ts' {
  interface DeclaredPermissions {
    readonly broadcasts: typeof broadcastsPermissions;
  }
}
