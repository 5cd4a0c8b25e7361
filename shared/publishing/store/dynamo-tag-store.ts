import { sequentialIdItems, sequentialIdReader } from '#shared/platform/store/sequential-id-items.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import type { TagReader, TagStore } from '#shared/publishing/ports/account-store.ts';
import { fromTagItem, toTagItem } from './tag-items.ts';

/** The reads of `createDynamoTagStore`, for operations that may not write. */
export function createDynamoTagReader(table: Table): TagReader {
  return sequentialIdReader(table, { kind: 'T', fromItem: fromTagItem });
}

/** Tags in the core table. */
export function createDynamoTagStore(table: WritableTable): TagStore {
  return sequentialIdItems(table, {
    kind: 'T',
    resource: 'tag',
    quota: 'tags',
    toItem: toTagItem,
    fromItem: fromTagItem,
  });
}
