import * as v from 'valibot';
import { minuteAfter } from '#shared/platform/core/full-minute.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { parseItem } from '#shared/platform/store/item-schema.ts';
import { minuteOf } from '#shared/platform/store/keys.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { Bucket, ShardMinutes } from '#shared/webhooks/ports/sweep-store.ts';

/** Minute and shard as one string; the strings sort in the order of the buckets. */
export const bucketText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d#\d\d$/u),
  v.transform((text): Bucket => ({
    minute: new Date(`${text.slice(0, -'#00'.length)}Z`),
    shard: Number(text.slice(-2)),
  })),
);

export function toBucketText({ minute, shard }: Bucket): string {
  return `${minuteOf(minute)}#${String(shard).padStart(2, '0')}`;
}

/**
 * The cursor of a scan. `nextBucket` is the start of the shards that have no cursor of their own yet: it is where the scan began, or where the
 * single cursor of an earlier version stood.
 */
export const cursorItem = v.object({ nextBucket: bucketText });

const minuteText = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/u),
  v.transform((text) => new Date(`${text}Z`)),
);

const shardItems = Array.from({ length: SHARDS }, (_, shard) =>
  v.object({ [shardAttribute(shard)]: v.optional(minuteText) }),
);

/** The attribute with the cursor of a shard: the strings sort by time. */
export function shardAttribute(shard: number): string {
  return `shard${shard}`;
}

/** The cursors of all shards. @throws MalformedItemError */
export function toShardMinutes(item: Item): ShardMinutes {
  const { nextBucket } = parseItem(cursorItem, item);
  return shardItems.map((schema, shard) => {
    const own = parseItem(schema, item)[shardAttribute(shard)];
    // The single cursor passed the shards of its minute in order.
    return own ?? (shard < nextBucket.shard ? minuteAfter(nextBucket.minute) : nextBucket.minute);
  });
}
