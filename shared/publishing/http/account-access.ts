import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Access, PathParameter } from '#shared/platform/http/operation.ts';

/** Reading the workspace's social accounts. */
export const ACCOUNTS_READ = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:accounts:read'],
} as const satisfies Access;

/** Connecting, changing and disconnecting them. */
export const ACCOUNTS_WRITE = {
  kind: 'key',
  credential: 'workspace-key',
  rule: 'all-of',
  permissions: ['publishing:accounts:write'],
} as const satisfies Access;

/** URLs name accounts by UUID, posts by integer (C5). */
export const accountParameter = {
  form: 'uuid',
  notFound: 'account_not_found',
} as const satisfies PathParameter;

/** Codes of operations that take credentials (R27). */
export const CREDENTIAL_ERRORS = [
  'invalid_url',
  'url_not_https',
  'url_not_public',
  'credentials_refused',
  'temporarily_unavailable',
  'concurrent_update',
] as const satisfies ErrorCode[];
