import { minuteAfter } from '#shared/platform/core/full-minute.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Bucket, ShardMinutes } from '#shared/webhooks/ports/sweep-store.ts';
import { createMessageBudget } from './message-budget.ts';
import { type Advance, createShardCursors } from './shard-cursors.ts';

/** Buckets of a shard that are read at the same time: minutes that follow one another. */
const BUCKETS_AT_ONCE = 6;

/** Claims of a bucket made concurrently and sent in one batch. */
const CLAIMS_AT_ONCE = 50;

/** Claims one lost delivery. Returns the message to queue if this run got the claim. */
export type Claim = () => Promise<DeliveryJob | undefined>;

export type Scan = {
  /** The shards to read. */
  readonly shards: readonly number[];
  /** The first minute of every shard that is not handled, and the first minute that is too recent. */
  readonly from: ShardMinutes;
  readonly until: Date;
  /** Deliveries of a bucket that seem lost, in pages. */
  readonly find: (bucket: Bucket) => AsyncIterable<readonly Claim[]>;
  readonly send: (jobs: readonly DeliveryJob[]) => Promise<void>;
  /** Saves cursors, now and then and when the scan ends. */
  readonly advance: Advance;
  /** Maximum number of messages to queue. */
  readonly maxMessages: number;
  readonly hasTime: () => boolean;
};

/** The result of a scan. */
export type ScanResult = {
  readonly queued: number;
  /** The saved cursors of all shards. */
  readonly minutes: ShardMinutes;
  /** More remains to be done now. */
  readonly stopped: boolean;
  /** The first error of each shard that failed; the next run repeats the shard from its cursor. */
  readonly failed: ReadonlyMap<number, unknown>;
};

/**
 * Scans shards at the same time, each by itself: an error in one does not stop the others. The cursor of a shard moves past a bucket only after
 * the whole bucket, and each one before it, was handled. After an error, the next run continues at the cursor. A delivery claimed before the
 * error is found again when its next check is due.
 */
export async function sweepShards(scan: Scan): Promise<ScanResult> {
  const { shards, from, until, find, send, hasTime } = scan;
  const budget = createMessageBudget(scan.maxMessages);
  const cursors = createShardCursors(from, scan.advance);
  const failed = new Map<number, unknown>();
  const progress = { queued: 0, stopped: false };
  await Promise.all(shards.map(sweepShard));
  await cursors.save().catch((error: unknown) => {
    for (const shard of cursors.unsaved()) failed.set(shard, failed.get(shard) ?? error);
  });
  const { queued, stopped } = progress;
  return { queued, minutes: cursors.known(), stopped: stopped || failed.size > 0, failed };

  async function sweepShard(shard: number): Promise<void> {
    const start = from[shard];
    if (start === undefined) throw new Error(`There is no cursor of the shard ${shard}`);
    const handled = new Set<number>();
    let [cursor, upcoming, ends] = [start, start, false];

    async function readBuckets(): Promise<void> {
      while (!ends && upcoming < until) {
        const minute = upcoming;
        upcoming = minuteAfter(minute);
        if (!(await handleBucket({ minute, shard }))) {
          progress.stopped = true;
          ends = true;
          return;
        }
        handled.add(minute.getTime());
        const before = cursor;
        while (handled.delete(cursor.getTime())) cursor = minuteAfter(cursor);
        if (cursor > before) await cursors.move(shard, cursor);
      }
    }

    await Promise.all(
      Array.from({ length: BUCKETS_AT_ONCE }, () =>
        readBuckets().catch((error: unknown) => {
          ends = true;
          if (!failed.has(shard)) failed.set(shard, error);
        }),
      ),
    );
  }

  /** True if the whole bucket was handled. */
  async function handleBucket(bucket: Bucket): Promise<boolean> {
    if (budget.isUsedUp() || !hasTime()) return false;
    for await (const claims of find(bucket)) {
      for (let at = 0; at < claims.length;) {
        if (!hasTime()) return false;
        const taken = budget.take(Math.min(CLAIMS_AT_ONCE, claims.length - at));
        if (taken === 0) return false;
        const some = claims.slice(at, at + taken);
        const jobs = (await Promise.all(some.map((claim) => claim()))).filter((job) => job !== undefined);
        await send(jobs);
        budget.giveBack(taken - jobs.length);
        progress.queued += jobs.length;
        at += taken;
      }
      if (!hasTime()) return false;
    }
    return true;
  }
}
