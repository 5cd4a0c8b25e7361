import type { Table } from '#shared/platform/store/table.ts';
import type { MediaStore } from '#shared/publishing/ports/media-store.ts';
import { fromMediaItem, toMediaItem } from './media-items.ts';
import { sequentialIdItems } from './sequential-id-items.ts';

/** The records of the media library in the core table. */
export function createDynamoMediaStore(table: Table): MediaStore {
  return sequentialIdItems(table, {
    kind: 'MD',
    resource: 'media',
    toItem: toMediaItem,
    fromItem: fromMediaItem,
  });
}
