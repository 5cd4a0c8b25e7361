/** The permissions of this product, `product:resource:action` of the API. */
export const eventsPermissions = ['salesbot:events:write', 'salesbot:webhooks:subscribe'] as const;

declare module '#shared/platform/core/permissions.ts' {
  interface DeclaredPermissions {
    readonly events: typeof eventsPermissions;
  }
}
