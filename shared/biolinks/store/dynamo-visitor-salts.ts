import { randomUUID } from 'node:crypto';
import type { VisitorSaltEraser, VisitorSaltStore } from '#shared/biolinks/ports/visitor-salt-store.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { always, deleteItem } from '#shared/platform/store/write.ts';
import { createDynamoSealedKeyStore } from './dynamo-sealed-key-store.ts';
import { visitorSaltKey } from './keys.ts';

/** The encrypted salts of visitors in the core table. */
export function createDynamoVisitorSaltStore(table: WritableTable): VisitorSaltStore {
  return { of: (day) => createDynamoSealedKeyStore(table, visitorSaltKey(day)) };
}

/** Deletes salts at once, because DynamoDB deletes expired items only within days. */
export function createDynamoVisitorSaltEraser(table: WritableTable): VisitorSaltEraser {
  return {
    async deleteBefore(day) {
      const { pk: partition, sk: before } = visitorSaltKey(day);
      let deleted = 0;
      for await (const items of partitionPages(table, { partition, before, consistent: true })) {
        for (const { sk } of items) {
          const salt = { pk: partition, sk: String(sk) };
          await commitWrites(table, [deleteItem(salt, always)], randomUUID());
          deleted += 1;
        }
      }
      return deleted;
    },
  };
}
