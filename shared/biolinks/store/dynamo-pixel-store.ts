import type { PixelReader, PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import type { Table, WritableTable } from '#shared/platform/store/table.ts';
import { exists, isNew, deleteItem, putItem } from '#shared/platform/store/write.ts';
import { pixelKey } from './keys.ts';
import { fromPixelItem, toPixelItem } from './pixel-items.ts';

/** The reads of `createDynamoPixelStore`, for operations that may not write. */
export function createDynamoPixelReader(table: Table): PixelReader {
  return {
    async findAll(workspaceId, ids) {
      // DynamoDB rejects a batch with duplicate keys.
      const items = await table.getAll([...new Set(ids)].map((id) => pixelKey(workspaceId, id)));
      return items.map(fromPixelItem);
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = pixelKey(workspaceId, '');
      // `$` sorts directly after `#`, so it ends the range of the prefix.
      const to = after === undefined ? 'PX$' : pixelKey(workspaceId, after).sk;
      const items = await table.query({ pk, from, to, descending: true, limit: limit + 1 });
      return items
        .map(fromPixelItem)
        .filter(({ id }) => id !== after)
        .slice(0, limit);
    },
  };
}

/** Tracking pixels in the core table, in one partition per workspace. */
export function createDynamoPixelStore(table: WritableTable): PixelStore {
  return {
    ...createDynamoPixelReader(table),

    async create(pixel, context) {
      await commit(table, context, [
        putItem(toPixelItem(pixel, context.change), isNew),
        takeQuota('pixels', pixel.workspaceId),
      ]);
    },

    async remove({ workspaceId, id }, { change }) {
      await commit(table, { change }, [
        deleteItem(pixelKey(workspaceId, id), exists),
        removalEntryWrite({ resource: 'pixel', id, workspaceId }, change),
        releaseQuota('pixels', workspaceId),
      ]);
    },
  };
}
