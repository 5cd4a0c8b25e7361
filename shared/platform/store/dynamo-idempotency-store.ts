import type { IdempotencyStore } from '#shared/platform/core/idempotency-store.ts';
import { idempotencyItem, idempotencyWrite } from './command-items.ts';
import { commit } from './commit.ts';
import { parseItem } from './item-schema.ts';
import { idempotencyKey } from './keys.ts';
import type { Table } from './table.ts';

/** Remembered answers in the core table. TTL deletes late, so expiry is compared on read. */
export function createDynamoIdempotencyStore(table: Table): IdempotencyStore {
  return {
    async find(id, now) {
      const item = await table.get(idempotencyKey(id));
      if (item === undefined) return undefined;
      const { sealed_secret, expires_at, ...answer } = parseItem(idempotencyItem, item);
      return expires_at > now ? { ...answer, sealedSecret: sealed_secret, expiresAt: expires_at } : undefined;
    },

    async remember(answer, change) {
      await commit(table.client, [idempotencyWrite(table.name, answer, change)], change.nonce);
    },
  };
}
