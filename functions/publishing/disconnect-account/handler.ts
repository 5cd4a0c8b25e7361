import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { accountDeleted } from '#shared/publishing/domain/account-events.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { loadAccount } from '#shared/publishing/http/account-access.ts';
import type { AccountStore } from '#shared/publishing/ports/account-store.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly accounts: Pick<AccountStore, 'find' | 'remove'>;
  readonly endpoints: EndpointDirectory;
};

/** Disconnects an account. Its integer id is never reused, so a post that still references it cannot reach another account. */
export function createHandler({
  accounts,
  endpoints,
}: Dependencies): OperationHandler<typeof operation, Account> {
  return {
    load: (request) => loadAccount(accounts, request),

    async handle({ resource: account, now, requestId, command }) {
      const directory = await endpoints.readDirectory(account.workspaceId);
      const deleted = accountDeleted(account, { id: newId(now), now, directory, correlationId: requestId });
      const response = { status: 204 };
      await accounts.remove(account, deleted, await command(response));
      return response;
    },
  };
}
