import type { MediaDownloads, MediaReader, MediaStore } from '#shared/files/ports/media-store.ts';
import { sequentialIdItems, sequentialIdReader } from '#shared/platform/store/sequential-id-items.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { putItem, revisionUnchanged } from '#shared/platform/store/write.ts';
import { fromMediaItem, toMediaItem, toStepItem } from './media-items.ts';

/** The reads of `createDynamoMediaStore`, for operations that may not write. */
export function createDynamoMediaReader(table: Table): MediaReader {
  return sequentialIdReader(table, { kind: 'MD', fromItem: fromMediaItem });
}

/** The records of the media library in the core table. */
export function createDynamoMediaStore(table: WritableTable): MediaStore {
  return sequentialIdItems(table, {
    kind: 'MD',
    resource: 'media',
    quota: 'media',
    toItem: toMediaItem,
    fromItem: fromMediaItem,
  });
}

/** Downloads of files in the core table. The audit log contains only the end of a download. */
export function createDynamoMediaDownloads(table: WritableTable): MediaDownloads {
  const { find } = createDynamoMediaReader(table);
  return {
    find,

    async advance(before, after, change) {
      const item = after.state === 'downloading' ? toStepItem(after, change) : toMediaItem(after, change);
      return (await tryWrite(table, putItem(item, revisionUnchanged(before)), change.nonce)).written;
    },
  };
}
