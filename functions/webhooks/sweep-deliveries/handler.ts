import type { Context } from 'aws-lambda';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { fullMinute } from '#shared/platform/core/full-minute.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import {
  type DeliveryJob,
  planDeliveries,
  toDelivery,
  toDeliveryJob,
} from '#shared/webhooks/domain/delivery-message.ts';
import type { AttemptRollUps } from '#shared/webhooks/ports/attempt-counts.ts';
import type { DeliveryQueue } from '#shared/webhooks/ports/delivery-queue.ts';
import type { DueNotifications } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { RotationNotices } from '#shared/webhooks/ports/secret-rotations.ts';
import type { Bucket, SweepStore } from '#shared/webhooks/ports/sweep-store.ts';
import { dueAttempts, dueNotices } from './due-notifications.ts';
import { nextCheckAt } from './next-check-at.ts';
import { createRollUpCounts } from './roll-up-counts.ts';
import { type DueScan, sweepDue } from './sweep-due.ts';
import { type Claim, sweepShards, type ScanResult } from './sweep-shards.ts';

/**
 * The age in milliseconds at which an item counts as lost; dispatch and delivery take seconds. A scan reads a minute once
 * it has this age, and never again, so no item may be written to an older minute.
 */
const AGE_MS = { events: 5 * MINUTE_MS, due: 3 * MINUTE_MS } as const;

type Scan = keyof typeof AGE_MS;

/** Maximum number of messages that a scan queues in one run. */
const MAX_A_RUN = 5000;

/** A run ends this long before the timeout of the function, in milliseconds. */
const RESERVE_MS = 10_000;

/** Deliveries checked for existence in one batch. */
const LOOKUP_BATCH = 100;

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
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Finds deliveries that were lost between two steps and queues them again: events whose matches have no delivery, and
 * deliveries whose next attempt is overdue. Both scans continue minute by minute from their cursor, so an outage skips none.
 * The handler also adds up the counted attempts of each past hour, and queues overdue attempts at notifications and due
 * notices about rotations.
 */
export function createHandler(deps: Dependencies) {
  const { store, notificationQueue, queue, queueLength, queueLimit, clock, log } = deps;
  const rollUpCounts = createRollUpCounts(deps);
  const finders = { events: findUndelivered, due: findOverdue };

  return async (_event: unknown, context: Pick<Context, 'getRemainingTimeInMillis'>) => {
    const now = clock();
    const until = (name: Scan) => fullMinute(new Date(now.getTime() - AGE_MS[name]));
    // Done before anything can fail or pause: the very first run determines where the scans start.
    const [events, due] = await Promise.all([resume('events'), resume('due')]);
    const maxMessages = await freeCapacity();
    const results = await Promise.allSettled([
      run('events', events),
      run('due', due),
      rollUpCounts(now, hasTime),
      runDue('notifications', dueAttempts(deps.dueNotifications, notificationQueue, now)),
      runDue('rotations', dueNotices(deps.rotationNotices, notificationQueue)),
    ]);
    const failed = results.filter(({ status }) => status === 'rejected');
    if (failed.length > 0) throw new Error('A scan of the sweep failed');

    function hasTime(): boolean {
      return context.getRemainingTimeInMillis() > RESERVE_MS;
    }

    function resume(name: Scan): Promise<Bucket> {
      return store.resume(name, { minute: until(name), shard: 0 });
    }

    function run(name: Scan, from: Bucket): Promise<void> {
      return reportingErrors(name, async () => {
        const result = await sweepShards({
          from,
          until: until(name),
          find: (bucket) => finders[name](bucket, now),
          send: (jobs) => queue.sendAll(jobs),
          advance: (next) => store.advance(name, next),
          maxMessages,
          hasTime,
        });
        log.info(SWEPT, { scan: name, ...report(result) });
      });
    }

    function runDue<T>(name: string, scan: DueScan<T>): Promise<void> {
      return reportingErrors(name, async () => {
        const queued = await sweepDue(scan, { now, hasTime, skip });
        if (queued > 0) log.info(DUE_SWEPT, { scan: name, queued });
      });
    }
  };

  /** The scans are independent: the error of one does not stop the others. */
  async function reportingErrors(name: string, scan: () => Promise<void>): Promise<void> {
    try {
      await scan();
    } catch (error) {
      log.error(SCAN_FAILED, { scan: name, ...describeError(error) });
      throw error;
    }
  }

  /** Maximum number of messages that each scan queues in this run; 0 if the queue has reached its limit. */
  async function freeCapacity(): Promise<number> {
    const waiting = await queueLength();
    if (waiting >= queueLimit) log.warn(PAUSED, { waiting });
    return Math.max(0, Math.min(MAX_A_RUN, queueLimit - waiting));
  }

  async function* findUndelivered(bucket: Bucket, now: Date): AsyncGenerator<Claim[]> {
    for await (const page of store.readEvents(bucket)) {
      const jobs = page.flatMap((event) => {
        if (!(event instanceof MalformedItemError)) return planDeliveries(event, deliveryIdFor);
        skip(event);
        return [];
      });
      for (let at = 0; at < jobs.length; at += LOOKUP_BATCH)
        yield toClaims(jobs.slice(at, at + LOOKUP_BATCH), now);
      // Yield after a page without claims as well, so that the remaining time is checked.
      yield [];
    }
  }

  async function toClaims(jobs: readonly DeliveryJob[], now: Date): Promise<Claim[]> {
    const planned = jobs.map((job) => ({ job, delivery: { ...toDelivery(job), nextAttemptAt: now } }));
    const absent = new Set(await store.findAbsent(planned.map(({ delivery }) => delivery)));
    return planned
      .filter(({ delivery }) => absent.has(delivery))
      .map(({ job, delivery }) => async () => {
        return (await store.claimAbsent(delivery, nextCheckAt(delivery.id, now))) ? job : undefined;
      });
  }

  async function* findOverdue(bucket: Bucket, now: Date): AsyncGenerator<Claim[]> {
    for await (const page of store.readDue(bucket)) {
      yield page.map((due) => async () => {
        if (due instanceof MalformedItemError) return skip(due);
        try {
          const delivery = await store.claimDue(due, nextCheckAt(due.deliveryId, now));
          return delivery && toDeliveryJob(delivery);
        } catch (error) {
          if (!(error instanceof MalformedItemError)) throw error;
          return skip(error);
        }
      });
    }
  }

  /** An item that cannot be parsed must not stop the scan. */
  function skip(error: MalformedItemError): undefined {
    log.error(UNREADABLE, describeError(error));
  }
}

function report({ queued, next, stopped }: ScanResult) {
  return { queued, next_minute: next.minute.toISOString(), stopped };
}
