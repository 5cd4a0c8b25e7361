import type { Context } from 'aws-lambda';
import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Part } from '#shared/platform/queues/schedule-part.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { SHARDS } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Metrics } from '#shared/platform/runtime/metrics.ts';
import { SWEEP_SCANS, type SweepScan, WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';
import type { AttemptRollUps } from '#shared/webhooks/ports/attempt-counts.ts';
import type { DeliveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DueNotifications } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { RotationNotices } from '#shared/webhooks/ports/secret-rotations.ts';
import type { ShardMinutes, SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import { dueAttempts, dueNotices } from './due-notifications.ts';
import { createFinders } from './find-lost.ts';
import { createRollUpCounts } from './roll-up-counts.ts';
import { type DueScan, sweepDue } from './sweep-due.ts';
import { sweepShards, type ScanResult } from './sweep-shards.ts';

/**
 * The age in milliseconds at which an item counts as lost; dispatch and delivery take seconds. A scan reads a minute once
 * it has this age, and never again, so no item may be written to an older minute.
 */
const AGE_MS = { events: 5 * MINUTE_MS, due: 3 * MINUTE_MS } as const satisfies Record<SweepScan, number>;

/** Maximum number of messages that a scan queues in one run. */
const MAX_A_RUN = 5000;

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 10_000;

const SWEPT = { code: 'DELIVERIES_SWEPT', message: 'Searched for lost deliveries' };
const DUE_SWEPT = { code: 'NOTIFICATIONS_SWEPT', message: 'Queued due notifications' };
const PAUSED = {
  code: 'SWEEP_PAUSED',
  message: 'Delivery queue is too long to tell lost deliveries from waiting ones',
};
const UNREADABLE = { code: 'SWEEP_ITEM_UNREADABLE', message: 'Item cannot be parsed and is skipped' };
const SCAN_FAILED = { code: 'SWEEP_SCAN_FAILED', message: 'Scan failed; the next run repeats it' };

export type Dependencies = {
  readonly store: SweepStore;
  readonly rollUps: AttemptRollUps;
  readonly dueNotifications: DueNotifications;
  readonly rotationNotices: RotationNotices;
  readonly notificationQueue: NotificationQueue;
  readonly queue: Pick<DeliveryQueue, 'sendAll'>;
  readonly queueLength: () => Promise<number>;
  /** If the queue has this many messages or more, nothing is queued: a late delivery may just be waiting in the queue. */
  readonly queueLimit: number;
  readonly metrics: Pick<Metrics, 'add'>;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Finds deliveries that were lost between two steps and queues them again: events whose matches have no delivery, and
 * deliveries whose next attempt is overdue. Both scans continue minute by minute from the cursors of their shards, so an outage skips none.
 * Each part reads shards of its own. If a part runs twice at the same time, every delivery is still claimed, and queued, by one of the runs.
 * The first part also adds up the counted attempts of each past hour, and queues overdue attempts at notifications and due notices about
 * rotations: these are so few that dividing them would save nothing.
 */
export function createHandler(deps: Dependencies) {
  const { store, notificationQueue, queue, queueLength, queueLimit, metrics, clock, log } = deps;
  const rollUpCounts = createRollUpCounts(deps);
  const finders = createFinders(store, skip);

  return async (part: Part, context: Pick<Context, 'getRemainingTimeInMillis'>): Promise<void> => {
    const now = clock();
    const until = (name: SweepScan) => fullMinute(new Date(now.getTime() - AGE_MS[name]));
    // Done before anything can fail or pause: the very first run determines where the scans start.
    const scans = await Promise.all(
      SWEEP_SCANS.map(async (name) => ({ name, from: await store.resumeShards(name, until(name)) })),
    );
    const maxMessages = await freeCapacity(part);
    const results = await Promise.allSettled([
      ...scans.map(({ name, from }) => run(name, from)),
      ...(part.index === 0 ? undivided() : []),
    ]);
    if (results.some(({ status }) => status === 'rejected')) throw new Error('A scan of the sweep failed');

    function undivided(): Promise<void>[] {
      return [
        rollUpCounts(now, hasTime),
        runDue('notifications', dueAttempts(deps.dueNotifications, notificationQueue, now)),
        runDue('rotations', dueNotices(deps.rotationNotices, notificationQueue)),
      ];
    }

    function hasTime(): boolean {
      return context.getRemainingTimeInMillis() > RESERVE_MS;
    }

    async function run(name: SweepScan, from: ShardMinutes): Promise<void> {
      const shards = shardsOf(part);
      const result = await sweepShards({
        shards,
        from,
        until: until(name),
        find: (bucket) => finders[name](bucket, now),
        send: (jobs) => queue.sendAll(jobs),
        advance: (next) => store.advanceShards(name, next),
        maxMessages,
        hasTime,
      });
      // The cursors of all shards, so that the other parts show that one does not run.
      metrics.add(WEBHOOKS_METRICS.sweepLag, lagSeconds(until(name), result.minutes), { scan: name });
      log.info(SWEPT, { scan: name, part: part.index, ...report(result, shards) });
      const [failure] = result.failed;
      if (failure === undefined) return;
      // One line for all shards: an outage would otherwise count as dozens of failures.
      const failed = [...result.failed.keys()].join();
      log.error(SCAN_FAILED, { scan: name, part: part.index, shards: failed, ...describeError(failure[1]) });
      throw failure[1];
    }

    function runDue<T>(name: string, scan: DueScan<T>): Promise<void> {
      return reportingErrors(name, async () => {
        const queued = await sweepDue(scan, { now, hasTime, skip });
        if (queued > 0) log.info(DUE_SWEPT, { scan: name, queued });
      });
    }
  };

  /** Logs the error of work that is independent of the rest. */
  async function reportingErrors(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      log.error(SCAN_FAILED, { scan: name, ...describeError(error) });
      throw error;
    }
  }

  /** Maximum number of messages that each scan of a part queues in this run; 0 if the queue has reached its limit. */
  async function freeCapacity({ of }: Part): Promise<number> {
    const waiting = await queueLength();
    if (waiting >= queueLimit) log.warn(PAUSED, { waiting });
    return Math.max(0, Math.min(MAX_A_RUN, Math.ceil((queueLimit - waiting) / of)));
  }

  /** An item that cannot be parsed must not stop the scan. */
  function skip(error: MalformedItemError): undefined {
    log.error(UNREADABLE, describeError(error));
  }
}

/** The shards of a part: each shard is in exactly one. */
function shardsOf({ index, of }: Part): readonly number[] {
  return Array.from({ length: SHARDS }, (_, shard) => shard).filter((shard) => shard % of === index);
}

function lagSeconds(until: Date, minutes: ShardMinutes): number {
  return Math.max(0, until.getTime() - oldest(minutes)) / 1000;
}

function report({ queued, minutes, stopped }: ScanResult, shards: readonly number[]) {
  const next = oldest(minutes.filter((_, shard) => shards.includes(shard)));
  return { queued, next_minute: new Date(next).toISOString(), stopped };
}

function oldest(minutes: ShardMinutes): number {
  return Math.min(...minutes.map((minute) => minute.getTime()));
}
