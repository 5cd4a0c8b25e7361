import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import { idempotencyItem } from './command-items.ts';
import { commit } from './commit.ts';
import { parseItem } from './item-schema.ts';
import { idempotencyKey } from './keys.ts';
import type { Table } from './table.ts';

/** Idempotency records in the core table. TTL deletes items late, so the expiry is compared on read. */
export function createDynamoIdempotencyStore(table: Table): IdempotencyStore {
  return {
    async find(id, now) {
      const item = await table.get(idempotencyKey(id));
      if (item === undefined) return undefined;
      const { sealed_secret, expires_at, ...record } = parseItem(idempotencyItem, item);
      return expires_at > now ? { ...record, sealedSecret: sealed_secret, expiresAt: expires_at } : undefined;
    },

    async remember(record, change) {
      await commit(table, { change, remember: record }, []);
    },
  };
}
