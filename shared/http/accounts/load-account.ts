import { PlatformError } from '#shared/domain/errors.ts';
import type { AccountStore } from '#shared/domain/ports/account-store.ts';
import type { Account } from '#shared/domain/posts/account.ts';
import type { Principal } from '#shared/domain/workspaces/principal.ts';
import { NOT_FOUND } from '#shared/http/steps/load-resource.ts';

type AccountRequest = {
  readonly principal: Principal;
  readonly params: Readonly<Record<string, string>>;
};

/** Finds the account a path names. @throws PlatformError `account_not_found` */
export async function loadAccount(
  accounts: Pick<AccountStore, 'find'>,
  { principal, params }: AccountRequest,
): Promise<Account> {
  const account = await accounts.find(principal.workspaceId, params['account'] ?? '');
  if (!account) throw new PlatformError('account_not_found', NOT_FOUND);
  return account;
}
