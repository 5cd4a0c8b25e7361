import type { Access, PathParameter } from '#shared/platform/http/operation.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';

/** Access with a workspace key that has this permission. */
export function withPermission(permission: Permission) {
  return {
    kind: 'key',
    credential: 'workspace-key',
    rule: 'all-of',
    permissions: [permission],
  } as const satisfies Access;
}

/** The path parameter with the ID of a member. */
export const memberParameter = {
  form: 'uuid',
  notFound: 'member_not_found',
} as const satisfies PathParameter;

/** The path parameter with the ID of an API key. */
export const keyParameter = { form: 'uuid', notFound: 'api_key_not_found' } as const satisfies PathParameter;

/** The path parameter with the ID of an export. */
export const exportParameter = {
  form: 'uuid',
  notFound: 'export_not_found',
} as const satisfies PathParameter;
