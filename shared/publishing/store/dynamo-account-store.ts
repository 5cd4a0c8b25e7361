import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { sequentialIdItems, sequentialIdReader } from '#shared/platform/store/sequential-id-items.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { type Write, putItem } from '#shared/platform/store/write.ts';
import { requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { Account } from '#shared/publishing/domain/account.ts';
import { isSameAccount } from '#shared/publishing/domain/identity/account-identity.ts';
import type { AccountReader, AccountStore, FoundAccount } from '#shared/publishing/ports/account-store.ts';
import { claimWrites, moveWrites, readClaim, releaseWrites } from './account-claims.ts';
import { fromAccountItem, toAccountItem } from './account-items.ts';
import { toAccountRemovalItem } from './account-removal-items.ts';

/** Number of accounts that one read of all accounts returns. */
const PAGE = 100;

/** The reads of `createDynamoAccountStore`, for operations that may not write. */
export function createDynamoAccountReader(table: Table): AccountReader {
  const accounts = sequentialIdReader(table, { kind: 'A', fromItem: fromAccountItem });

  return {
    ...accounts,
    async findSame(found) {
      const claim = await readClaim(table, found);
      const holder = claim && (await accounts.find(found.workspaceId, String(claim.number)));
      return holder ?? findUnclaimed(found);
    },
  };

  /** Accounts of earlier versions have no claim. A workspace has at most some hundred accounts, and connecting one is rare. */
  async function findUnclaimed(found: FoundAccount): Promise<Account | undefined> {
    for (let after: number | undefined; ;) {
      const page = await accounts.list(found.workspaceId, { limit: PAGE, after });
      const same = page.find((account) => isSameAccount(account, found));
      if (same !== undefined || page.length < PAGE) return same;
      after = page.at(-1)?.id;
    }
  }
}

/** Social accounts in the core table. Their events are recorded in the same transaction. */
export function createDynamoAccountStore(table: WritableTable): AccountStore {
  const accounts = sequentialIdItems(table, {
    kind: 'A',
    resource: 'account',
    quota: 'accounts',
    toItem: toAccountItem,
    fromItem: fromAccountItem,
  });

  return {
    ...accounts,
    ...createDynamoAccountReader(table),
    async create(account, event, context) {
      const claim = claimWrites(account, context.change);
      await accounts.create(account, context, [...claim, ...eventWrites(event)]);
    },
    async save(before, after, event, context) {
      const claims = await moveWrites(table, before, after, context.change);
      await accounts.save(before, after, context, [...claims, ...eventWrites(event)]);
    },
    async remove(account, event, context) {
      const { change } = context;
      const removal = toAccountRemovalItem(requestRemoval(account, change.at), change);
      const release = await releaseWrites(table, account);
      await accounts.remove(account, context, [putItem(removal), ...release, ...eventWrites(event)]);
    },
  };
}

function eventWrites(event: RecordedEvent | null): Write[] {
  return event ? [eventWrite(event)] : [];
}
