import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { PathParameter } from '#shared/platform/http/operation.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';

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
  'invalid_url',
  'url_not_https',
  'url_not_public',
  'credentials_refused',
  'temporarily_unavailable',
  'concurrent_update',
] as const satisfies ErrorCode[];

type AccountRequest = {
  readonly principal: Principal;
  readonly params: { readonly account: string };
};

/** Finds the account of the path. @throws PlatformError `account_not_found` */
export async function loadAccount(
  accounts: Pick<AccountReader, 'find'>,
  { principal, params }: AccountRequest,
): Promise<Account> {
  const account = await accounts.find(principal.workspaceId, params.account);
  if (!account) throw notFound(publishingErrors.account_not_found);
  return account;
}
