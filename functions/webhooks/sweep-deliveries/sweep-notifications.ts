import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { attemptMessage } from '#shared/webhooks/domain/notification-message.ts';
import type { DueNotifications } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';

/** Overdue attempts that a run queues. */
const MAX_A_RUN = 500;

/** Attempts claimed and queued concurrently. */
const AT_ONCE = 25;

/**
 * An attempt whose message is not handled within this many milliseconds is queued again. A notification ends after a day, so at
 * most 144 of its messages can end in the dead-letter queue.
 */
const CHECK_MS = 10 * 60_000;

const SWEPT = { code: 'NOTIFICATIONS_SWEPT', message: 'Queued overdue attempts at notifications' };
const FAILED = {
  code: 'NOTIFICATION_SWEEP_FAILED',
  message: 'Search for overdue notifications failed; the next run repeats it',
};

export type NotificationSweep = {
  readonly dueNotifications: DueNotifications;
  readonly notificationQueue: NotificationQueue;
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Queues attempts at notifications that are overdue: attempts that are due after the longest delay of a message,
 * and attempts of a run that stopped. An attempt whose message still waits may be queued twice. The claim lets one of the two runs send.
 */
export async function sweepNotifications(
  { dueNotifications, notificationQueue, log }: NotificationSweep,
  now: Date,
): Promise<void> {
  try {
    const due = await dueNotifications.readDue(now, MAX_A_RUN);
    const until = new Date(now.getTime() + CHECK_MS);
    let queued = 0;
    for (let at = 0; at < due.length; at += AT_ONCE) {
      const claims = due.slice(at, at + AT_ONCE).map(async (one) => {
        if (!(await dueNotifications.postpone(one, until))) return;
        await notificationQueue.send(attemptMessage(one));
        queued += 1;
      });
      await Promise.all(claims);
    }
    if (queued > 0) log.info(SWEPT, { queued });
  } catch (error) {
    log.error(FAILED, describeError(error));
    throw error;
  }
}
