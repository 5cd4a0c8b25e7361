import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import { commit } from './commit.ts';
import { idempotencyKey } from './keys.ts';
import type { WritableTable } from './table.ts';
import { idempotencyItem } from './write.ts';

/** Idempotency records in the core table. TTL deletes items late, so the expiry is compared on read. */
export function createDynamoIdempotencyStore(table: WritableTable): IdempotencyStore {
  return {
    async find(id, now) {
      const item = await table.get(idempotencyKey(id));
      const record = item && idempotencyItem.decode(item);
      return record && record.expiresAt > now ? record : undefined;
    },

    async remember(record, change) {
      await commit(table, { change, idempotencyRecord: record }, []);
    },
  };
}
