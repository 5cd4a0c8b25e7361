import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { loadAccount } from '#shared/publishing/http/account-access.ts';
import { accountView } from '#shared/publishing/http/account-view.ts';
import type { AccountReader } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly accounts: Pick<AccountReader, 'find'> };

/** Shows a social account; never its credentials. */
export function createHandler({ accounts }: Dependencies): OperationHandler<typeof operation, Account> {
  return {
    load: (request) => loadAccount(accounts, request),

    async handle({ resource: account }) {
      return { status: 200, body: { data: accountView(account) } };
    },
  };
}
