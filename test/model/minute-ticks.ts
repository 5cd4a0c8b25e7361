import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Part } from '#shared/platform/queues/schedule-part.ts';
import { SHARDS, shardOfId } from '#shared/platform/runtime/ids.ts';
import type { SweepScan } from '#shared/webhooks/metrics.ts';
import type { ShardMinutes, SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Data } from './parts.ts';
import type { Timeline } from './timeline.ts';

/** The minimum age of what either sweep reads. */
const AGE_MS = 3 * MINUTE_MS;

/** The parts of the sweep, as its consumer declares them. */
const PARTS = 4;

type Options = {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly data: Data;
  readonly run: (part: Part) => void;
};

/**
 * The schedules of the sweep, one for each part. Minutes without a recorded event or a scheduled attempt contain nothing to find: their ticks
 * are skipped and the cursors pass them at once, so that days of waiting cost nothing.
 */
export function createMinuteTicks({ timeline, faults, ledger, data, run }: Options) {
  const cursors: Record<SweepScan, readonly number[]> = { events: [], due: [] };
  const looks = new Map<string, number>();
  let restsUntil = 0;

  /** The first minute from the cursor of its shard on in which a sweep could find something, of one shard or of all. */
  function firstMinute(scan: SweepScan, only?: number): number {
    const times: { id: string; at: number }[] =
      scan === 'events'
        ? [...ledger.events.values()].map(({ id, recordedAt }) => ({ id, at: recordedAt.getTime() }))
        : [...data.deliveries.values()].flatMap(({ id, nextAttemptAt }) =>
            nextAttemptAt
              ? [
                  { id, at: nextAttemptAt.getTime() },
                  { id, at: looks.get(id) ?? Infinity },
                ]
              : [],
          );
    const unread = times.flatMap(({ id, at }) => {
      const shard = shardOfId(id);
      if (only !== undefined && shard !== only) return [];
      const minute = minuteOf(at);
      return minute >= (cursors[scan][shard] ?? 0) ? [minute] : [];
    });
    return Math.min(...unread);
  }

  /** Whether the cursors are not stored yet. The next sweep then begins a few minutes ago, so no tick may be skipped. */
  function isNew(): boolean {
    return cursors.events.length === 0 || cursors.due.length === 0;
  }

  function note(scan: SweepScan, minutes: ShardMinutes): void {
    cursors[scan] = minutes.map((minute) => minute.getTime());
  }

  function tick(): boolean {
    next();
    if (timeline.now() < restsUntil) return false;
    const youngest = minuteOf(timeline.now() - AGE_MS);
    const hasWork = isNew() || firstMinute('events') < youngest || firstMinute('due') < youngest;
    if (hasWork) for (let index = 0; index < PARTS; index += 1) run({ index, of: PARTS });
    return hasWork;
  }

  function next(): void {
    const from = Math.max(timeline.now() + 1, restsUntil);
    // Until something else happens nothing is found before the first non-empty minute has the minimum age.
    const idle = isNew()
      ? from
      : Math.min(timeline.next() ?? Infinity, Math.min(firstMinute('events'), firstMinute('due')) + AGE_MS);
    const at = minuteOf(Math.max(from, Number.isFinite(idle) ? idle - MINUTE_MS : from)) + MINUTE_MS;
    timeline.afterAll(at - timeline.now() + faults.delays.between(0, MINUTE_MS - 1), tick);
  }

  return {
    start: tick,
    rest(until: number): void {
      restsUntil = until;
    },

    /** The view of the sweep, with empty minutes passed at once. */
    watch(store: SweepStore): SweepStore {
      return {
        ...store,
        // Counts are not added up: that changes no delivery.
        resume: async () => ({ minute: new Date(8e15), shard: 0 }),
        async resumeShards(scan, start) {
          note(scan, await store.resumeShards(scan, start));
          const passed = new Map<number, Date>();
          for (let shard = 0; shard < SHARDS; shard += 1) {
            const minute = Math.min(firstMinute(scan, shard), start.getTime());
            if (minute > (cursors[scan][shard] ?? 0)) passed.set(shard, new Date(minute));
          }
          const minutes = await store.advanceShards(scan, passed);
          note(scan, minutes);
          return minutes;
        },
        async *readEvents(bucket) {
          const { minute } = bucket;
          const times = [...ledger.events.values()].map(({ recordedAt }) => minuteOf(recordedAt.getTime()));
          if (times.includes(minute.getTime())) yield* store.readEvents(bucket);
        },
        async advanceShards(scan, moved) {
          const minutes = await store.advanceShards(scan, moved);
          note(scan, minutes);
          return minutes;
        },
        claimAbsent(delivery, nextCheckAt) {
          looks.set(delivery.id, nextCheckAt.getTime());
          return store.claimAbsent(delivery, nextCheckAt);
        },
        claimDue(due, nextCheckAt) {
          looks.set(due.deliveryId, nextCheckAt.getTime());
          return store.claimDue(due, nextCheckAt);
        },
      };
    },
  };
}

function minuteOf(at: number): number {
  return Math.floor(at / MINUTE_MS) * MINUTE_MS;
}
