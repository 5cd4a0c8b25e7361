import type { PixelStore } from '#shared/biolinks/ports/pixel-store.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { idempotencyWrites } from '#shared/platform/store/command-items.ts';
import { commit } from '#shared/platform/store/commit.ts';
import type { Table } from '#shared/platform/store/table.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { pixelKey } from './page-keys.ts';
import { fromPixelItem, toPixelItem } from './pixel-items.ts';

/** Tracking pixels in the core table, under their workspace. */
export function createDynamoPixelStore(table: Table): PixelStore {
  return {
    async findAll(workspaceId, ids) {
      // A key twice in one batch is an error to DynamoDB.
      const items = await table.getAll([...new Set(ids)].map((id) => pixelKey(workspaceId, id)));
      return items.map(fromPixelItem);
    },

    async list(workspaceId, { limit, after }) {
      const { pk, sk: from } = pixelKey(workspaceId, '');
      // `$` sorts right behind `#`: the end of the prefix.
      const to = after === undefined ? 'PX$' : pixelKey(workspaceId, after).sk;
      const items = await table.query({ pk, from, to, descending: true, limit: limit + 1 });
      return items
        .map(fromPixelItem)
        .filter(({ id }) => id !== after)
        .slice(0, limit);
    },

    async create(pixel, context) {
      const isNew: Condition = {
        when: 'attribute_not_exists(pk)',
        onFailure: () => new ConcurrentUpdateError(),
      };
      const writes: Write[] = [
        ...idempotencyWrites(table.name, context),
        { kind: 'put', table: table.name, item: toPixelItem(pixel, context.change), condition: isNew },
      ];
      await commit(table.client, writes, context.change.nonce);
    },

    async remove({ workspaceId, id }, { change }) {
      const present: Condition = {
        when: 'attribute_exists(pk)',
        onFailure: () => new ConcurrentUpdateError(),
      };
      const key = pixelKey(workspaceId, id);
      const writes: Write[] = [
        { kind: 'delete', table: table.name, key, condition: present },
        removalEntryWrite(table.name, { resource: 'pixel', id, workspaceId }, change),
      ];
      await commit(table.client, writes, change.nonce);
    },
  };
}
