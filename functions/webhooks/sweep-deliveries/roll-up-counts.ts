import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { startOf } from '#shared/webhooks/domain/attempt-counter.ts';
import type { AttemptRollUps } from '#shared/webhooks/ports/attempt-counts.ts';
import type { Bucket, CountsCursor } from '#shared/webhooks/ports/sweep-store.ts';

/** An hour is rolled up this long after its end: by then, every function that counts attempts in it has ended. */
const AGE_MS = 10 * MINUTE_MS;

/** The first run also rolls up these hours, because attempts are counted before it. */
const FIRST_HOURS = 3;

/** Partitions added up concurrently. */
const AT_ONCE = 25;

const ROLLED_UP = { code: 'COUNTS_ROLLED_UP', message: 'Added up the counted attempts of past hours' };
const FAILED = {
  code: 'COUNTS_NOT_ROLLED_UP',
  message: 'Counts could not be added up; the next run repeats it',
};
const UNREADABLE = { code: 'COUNTS_UNREADABLE', message: 'Counts cannot be parsed and are left out' };

export type RollUpDependencies = {
  readonly store: CountsCursor;
  readonly rollUps: AttemptRollUps;
  readonly log: Log;
};

/**
 * Adds up the counters of past hours (docs/adr/webhooks/0055-metrics-of-endpoints.md). Usually a run reads only the cursor. After an error, the
 * next run repeats the shard, with the same result.
 */
export function createRollUpCounts({ store, rollUps, log }: RollUpDependencies) {
  return async (now: Date, hasTime: () => boolean): Promise<void> => {
    const until = startOf(new Date(now.getTime() - AGE_MS), HOUR_MS);
    const first = new Date(until.getTime() - FIRST_HOURS * HOUR_MS);
    try {
      let bucket = await store.resume('counts', { minute: first, shard: 0 });
      if (bucket.minute >= until) return;
      let added = 0;
      while (bucket.minute < until) {
        const handled = await rollUpShard(bucket, hasTime);
        if (handled === undefined) break;
        added += handled;
        bucket = nextBucket(bucket);
        if (bucket.shard === 0) await store.advance('counts', bucket);
      }
      if (bucket.shard !== 0) await store.advance('counts', bucket);
      log.info(ROLLED_UP, { partitions: added, next_hour: bucket.minute.toISOString() });
    } catch (error) {
      log.error(FAILED, describeError(error));
      throw error;
    }
  };

  /** Returns the number of partitions that were added up; undefined if the time ended before the shard was complete. */
  async function rollUpShard(bucket: Bucket, hasTime: () => boolean): Promise<number | undefined> {
    let added = 0;
    for await (const page of rollUps.listAnnounced(bucket)) {
      const hours = page.flatMap((hour) => {
        if (!(hour instanceof MalformedItemError)) return [hour];
        skip(hour);
        return [];
      });
      for (let at = 0; at < hours.length; at += AT_ONCE) {
        if (!hasTime()) return undefined;
        const some = hours.slice(at, at + AT_ONCE);
        // One partition after another: two hours of one day change the same item.
        const byPlace = Map.groupBy(some, ({ endpointId, shard }) => `${endpointId}/${shard}`);
        await Promise.all(
          [...byPlace.values()].map(async (same) => {
            for (const hour of same) for (const error of await rollUps.rollUp(hour)) skip(error);
          }),
        );
        added += some.length;
      }
      if (!hasTime()) return undefined;
    }
    return added;
  }

  /** An item that cannot be parsed must not stop the others. */
  function skip(error: MalformedItemError): void {
    log.error(UNREADABLE, describeError(error));
  }
}

function nextBucket({ minute, shard }: Bucket): Bucket {
  if (shard + 1 < SHARDS) return { minute, shard: shard + 1 };
  return { minute: new Date(minute.getTime() + HOUR_MS), shard: 0 };
}
