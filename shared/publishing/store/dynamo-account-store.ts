import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { eventWrite } from '#shared/events/store/event-items.ts';
import { sequentialIdItems, sequentialIdReader } from '#shared/platform/store/sequential-id-items.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { type Write, putItem } from '#shared/platform/store/write.ts';
import { requestRemoval } from '#shared/publishing/domain/account-removal.ts';
import type { AccountReader, AccountStore } from '#shared/publishing/ports/account-store.ts';
import { fromAccountItem, toAccountItem } from './account-items.ts';
import { toAccountRemovalItem } from './account-removal-items.ts';

/** The reads of `createDynamoAccountStore`, for operations that may not write. */
export function createDynamoAccountReader(table: Table): AccountReader {
  return sequentialIdReader(table, { kind: 'A', fromItem: fromAccountItem });
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
    create: (account, event, context) => accounts.create(account, context, eventWrites(event)),
    save: (before, after, event, context) => accounts.save(before, after, context, eventWrites(event)),
    async remove(account, event, context) {
      const { change } = context;
      const removal = toAccountRemovalItem(requestRemoval(account, change.at), change);
      await accounts.remove(account, context, [putItem(removal), ...eventWrites(event)]);
    },
  };
}

function eventWrites(event: RecordedEvent | null): Write[] {
  return event ? [eventWrite(event)] : [];
}
