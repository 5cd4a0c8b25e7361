import { accountDeleted } from '#shared/domain/posts/account-events.ts';
import type { Account } from '#shared/domain/posts/account.ts';
import type { AccountStore } from '#shared/domain/ports/account-store.ts';
import type { EndpointStore } from '#shared/domain/ports/endpoint-store.ts';
import { loadAccount } from '#shared/http/accounts/load-account.ts';
import type { OperationHandler } from '#shared/http/handler.ts';
import { newId } from '#shared/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly accounts: Pick<AccountStore, 'find' | 'remove'>;
  readonly endpoints: Pick<EndpointStore, 'readDirectory'>;
};

/** Disconnects an account. Its number is never given again, so posts that name it name nothing else. */
export function createDisconnectAccountHandler({
  accounts,
  endpoints,
}: Dependencies): OperationHandler<typeof operation, Account> {
  return {
    load: (request) => loadAccount(accounts, request),

    async handle({ resource: account, now, requestId, command }) {
      const directory = await endpoints.readDirectory(account.workspaceId);
      const deleted = accountDeleted(account, { id: newId(now), now, directory, correlationId: requestId });
      const answer = { status: 204 };
      await accounts.remove(account, deleted, await command(answer));
      return answer;
    },
  };
}
