/** The permissions of this product, `product:resource:action` of the API. */
export const messagingPermissions = [
  'salesbot:contacts:read',
  'salesbot:contacts:write',
  'salesbot:conversations:read',
  'salesbot:conversations:write',
  'salesbot:messages:send',
  'salesbot:numbers:read',
  'salesbot:numbers:write',
] as const;

declare module '#shared/platform/core/permissions.ts' {
  interface DeclaredPermissions {
    readonly messaging: typeof messagingPermissions;
  }
}
