/** The permissions of this product, `product:resource:action` of the API. */
export const publishingPermissions = [
  'publishing:posts:read',
  'publishing:posts:write',
  'publishing:posts:publish',
  'publishing:posts:approve',
  'publishing:accounts:read',
  'publishing:accounts:write',
  'publishing:tags:read',
  'publishing:tags:write',
  'publishing:media:read',
  'publishing:media:write',
  'publishing:webhooks:subscribe',
] as const;

declare module '#shared/platform/core/permissions.ts' {
  interface DeclaredPermissions {
    readonly publishing: typeof publishingPermissions;
  }
}
