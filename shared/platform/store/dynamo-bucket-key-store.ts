import * as v from 'valibot';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { BucketKey, BucketKeyStore } from '#shared/platform/runtime/secrets/bucket-key.ts';
import { parseItem } from './item-schema.ts';
import { bucketKeyKey } from './keys.ts';
import type { Item, WritableTable } from './table.ts';
import { tryWrite } from './try-write.ts';
import { isNew, putItem } from './write.ts';

const bucketKeyItem = v.object({
  publicKey: v.string(),
  wrappedKey: v.string(),
  recoveryCopies: v.record(v.string(), v.string()),
});

/** @throws MalformedItemError */
export function toBucketKey(item: Item): BucketKey {
  return parseItem(bucketKeyItem, item);
}

/**
 * The key pairs in the core table. They are put under the condition that they are new. No function changes or deletes these items; only
 * `npm run restore -- recovery-key add` adds copies to them.
 */
export function createDynamoBucketKeyStore(table: WritableTable, clock: Clock): BucketKeyStore {
  return {
    async find(place) {
      const item = await table.get(bucketKeyKey(place));
      return item && toBucketKey(item);
    },

    async create(place, key) {
      const item = { ...bucketKeyKey(place), ...key, createdAt: clock().getTime() };
      return (await tryWrite(table, putItem(item, isNew))).written;
    },
  };
}
