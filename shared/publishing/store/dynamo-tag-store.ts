import type { Table } from '#shared/platform/store/table.ts';
import type { TagStore } from '#shared/publishing/ports/account-store.ts';
import { sequentialIdItems } from './sequential-id-items.ts';
import { fromTagItem, toTagItem } from './tag-items.ts';

/** Tags in the core table. */
export function createDynamoTagStore(table: Table): TagStore {
  return sequentialIdItems(table, {
    kind: 'T',
    resource: 'tag',
    toItem: toTagItem,
    fromItem: fromTagItem,
  });
}
