/** The permissions of this product, `product:resource:action` of the API. */
export const biolinksPermissions = [
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:pages:publish',
  'biolinks:domains:read',
  'biolinks:domains:write',
  'biolinks:pixels:read',
  'biolinks:pixels:write',
  'biolinks:analytics:read',
] as const;

declare module '#shared/platform/core/permissions.ts' {
  interface DeclaredPermissions {
    readonly biolinks: typeof biolinksPermissions;
  }
}
