import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import type { MediaReader, MediaStore } from '#shared/publishing/ports/media-store.ts';
import { fromMediaItem, toMediaItem } from './media-items.ts';
import { sequentialIdItems, sequentialIdReader } from './sequential-id-items.ts';

/** The reads of `createDynamoMediaStore`, for operations that may not write. */
export function createDynamoMediaReader(table: Table): MediaReader {
  return sequentialIdReader(table, { kind: 'MD', fromItem: fromMediaItem });
}

/** The records of the media library in the core table. */
export function createDynamoMediaStore(table: WritableTable): MediaStore {
  return sequentialIdItems(table, {
    kind: 'MD',
    resource: 'media',
    toItem: toMediaItem,
    fromItem: fromMediaItem,
  });
}
