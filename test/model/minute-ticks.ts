import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { SweepStore, SweepScan } from '#shared/webhooks/ports/sweep-store.ts';
import type { Faults } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { Data } from './parts.ts';
import type { Timeline } from './timeline.ts';

/** The minimum age of what either sweep reads. */
const AGE_MS = 3 * MINUTE_MS;

type Options = {
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly data: Data;
  readonly run: () => void;
};

/**
 * The schedule of the sweep. Minutes without a recorded event or a scheduled attempt contain nothing to find: their ticks are
 * skipped and the cursor passes them at once, so that days of waiting cost nothing.
 */
export function createMinuteTicks({ timeline, faults, ledger, data, run }: Options) {
  const cursors: Record<SweepScan, number> = { events: 0, due: 0, counts: 0 };
  const looks = new Map<string, number>();
  let restsUntil = 0;

  /** The first minute from the cursor on in which a sweep could find something. */
  function firstMinute(scan: SweepScan): number {
    const times =
      scan === 'events'
        ? [...ledger.events.values()].map(({ recordedAt }) => recordedAt.getTime())
        : [...data.deliveries.values()].flatMap(({ id, nextAttemptAt }) =>
            nextAttemptAt ? [nextAttemptAt.getTime(), looks.get(id) ?? Infinity] : [],
          );
    return Math.min(...times.map(minuteOf).filter((minute) => minute >= cursors[scan]));
  }

  /** Whether a cursor is not stored yet. The next sweep then begins a few minutes ago, so no tick may be skipped. */
  function isNew(): boolean {
    return cursors.events === 0 || cursors.due === 0;
  }

  function tick(): boolean {
    next();
    if (timeline.now() < restsUntil) return false;
    const youngest = minuteOf(timeline.now() - AGE_MS);
    const hasWork = isNew() || firstMinute('events') < youngest || firstMinute('due') < youngest;
    if (hasWork) run();
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
        async resume(scan, start) {
          // Counts are not added up: that changes no delivery.
          if (scan === 'counts') return { minute: new Date(8e15), shard: 0 };
          const known = await store.resume(scan, start);
          cursors[scan] = known.minute.getTime();
          const minute = new Date(Math.min(firstMinute(scan), start.minute.getTime()));
          if (minute <= known.minute) return known;
          await store.advance(scan, { minute, shard: 0 });
          cursors[scan] = minute.getTime();
          return { minute, shard: 0 };
        },
        async *readEvents(bucket) {
          const { minute } = bucket;
          const times = [...ledger.events.values()].map(({ recordedAt }) => minuteOf(recordedAt.getTime()));
          if (times.includes(minute.getTime())) yield* store.readEvents(bucket);
        },
        async advance(scan, bucket) {
          await store.advance(scan, bucket);
          cursors[scan] = Math.max(cursors[scan], bucket.minute.getTime());
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
