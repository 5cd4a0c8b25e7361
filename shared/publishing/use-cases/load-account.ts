import { PlatformError } from '#shared/platform/core/errors.ts';
import { NOT_FOUND } from '#shared/platform/http/problems.ts';
import type { Principal } from '#shared/platform/identity/principal.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';

type AccountRequest = {
  readonly principal: Principal;
  readonly params: { readonly account: string };
};

/** Finds the account of the path. @throws PlatformError `account_not_found` */
export async function loadAccount(
  accounts: Pick<AccountStore, 'find'>,
  { principal, params }: AccountRequest,
): Promise<Account> {
  const account = await accounts.find(principal.workspaceId, params.account);
  if (!account) throw new PlatformError('account_not_found', NOT_FOUND);
  return account;
}
