import { PlatformError } from '#shared/platform/core/errors.ts';
import { member_not_found } from '#shared/platform/core/platform-errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import * as workspacesErrors from '#shared/workspaces/errors.ts';

/** Every key can revoke itself; `requireManageable` checks the permission for the others. */
export const MANAGE_OTHER_KEYS = [
  { permission: 'workspace:keys:write', when: 'the key is not the one that makes the request' },
] as const satisfies ConditionalPermission[];

/**
 * Precedes the read, so that a key without the permission cannot probe ids.
 * @throws PlatformError `permission_missing`
 */
export function requireManageable(keyId: string, { keyId: own, permissions }: Principal): void {
  const [{ permission }] = MANAGE_OTHER_KEYS;
  if (keyId === own || permissions.has(permission)) return;
  throw new PlatformError(
    'permission_missing',
    `To revoke another key, the API key needs ${permission}. Use a key with this permission.`,
    { required_permissions: [permission], missing_permissions: [permission] },
  );
}

/** The path parameter with the ID of a member. */
export const memberParameter = {
  form: 'uuid',
  notFound: member_not_found,
} as const satisfies PathParameter;

/** The path parameter with the ID of an API key. */
export const keyParameter = {
  form: 'uuid',
  notFound: workspacesErrors.api_key_not_found,
} as const satisfies PathParameter;
