import type { ErrorCode } from '#shared/platform/core/errors.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';

/** Reading the social accounts of the workspace. */
export const ACCOUNTS_READ = keyWith('publishing:accounts:read');

/** Connecting, changing and disconnecting social accounts. */
export const ACCOUNTS_WRITE = keyWith('publishing:accounts:write');

/** URLs accept both ids of accounts (docs/specification.md#two-ids). */
export const accountParameter = {
  form: 'uuid-or-integer',
  notFound: publishingErrors.account_not_found,
} as const satisfies PathParameter;

/** Error codes of operations that accept credentials. */
export const CREDENTIAL_ERRORS = [
  'url_not_https',
  'url_not_public',
  'credentials_refused',
  'concurrent_update',
] as const satisfies ErrorCode[];

/** Finds the account of the path. @throws PlatformError `account_not_found` */
export const loadAccount = loadBy('account', accountParameter);
