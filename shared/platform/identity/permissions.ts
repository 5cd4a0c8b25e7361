/** All permissions, `product:resource:action`. `write` implies nothing about `read` (docs/specification.md#permissions). */
export const PERMISSIONS = [
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
  'biolinks:pages:read',
  'biolinks:pages:write',
  'biolinks:pages:publish',
  'biolinks:domains:read',
  'biolinks:domains:write',
  'biolinks:pixels:read',
  'biolinks:pixels:write',
  'biolinks:analytics:read',
  'salesbot:broadcasts:read',
  'salesbot:broadcasts:write',
  'salesbot:broadcasts:send',
  'salesbot:broadcasts:approve',
  'salesbot:contacts:read',
  'salesbot:contacts:write',
  'salesbot:conversations:read',
  'salesbot:conversations:write',
  'salesbot:messages:send',
  'salesbot:numbers:read',
  'salesbot:numbers:write',
  'salesbot:events:write',
  'salesbot:webhooks:subscribe',
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

/** A permission of an API key, `product:resource:action`. */
export type Permission = (typeof PERMISSIONS)[number];

const known: ReadonlySet<string> = new Set(PERMISSIONS);

/** Whether a string is a permission of the platform. */
export function isPermission(text: string): text is Permission {
  return known.has(text);
}
