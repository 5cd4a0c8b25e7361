import type { Permission } from '#shared/platform/core/permissions.ts';

/**
 * The access rule of an operation that needs a workspace API key with one permission.
 * @__NO_SIDE_EFFECTS__
 */
export function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}
