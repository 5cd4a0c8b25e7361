import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { attemptMessage } from '#shared/webhooks/domain/notification-message.ts';
import type { DueNotification, DueNotifications } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { RotationNotice, RotationNotices } from '#shared/webhooks/ports/secret-rotations.ts';
import type { DueScan } from './sweep-due.ts';

/**
 * An attempt whose message is not handled within this many milliseconds is queued again. A notification ends after a day, so at
 * most 144 of its messages can end in the dead-letter queue.
 */
const CHECK_MS = 10 * MINUTE_MS;

/**
 * Attempts at notifications that are due after the longest delay of a message, and attempts of a run that stopped. An attempt whose
 * message still waits may be queued twice. The claim of `send-notification` lets one of the two runs send.
 */
export function dueAttempts(
  { readDue, postpone }: DueNotifications,
  queue: NotificationQueue,
  now: Date,
): DueScan<DueNotification> {
  const until = new Date(now.getTime() + CHECK_MS);
  return {
    readDue,
    async queue(due) {
      if (!(await postpone(due, until))) return false;
      await queue.send(attemptMessage(due));
      return true;
    },
  };
}

/**
 * An observation for each rotation that soon ends. A run that stops before it has finished a notice queues the notice again, which is
 * harmless: an observation is notified once.
 */
export function dueNotices(
  { readDue, finish }: RotationNotices,
  queue: NotificationQueue,
): DueScan<RotationNotice> {
  return {
    readDue,
    async queue(notice) {
      const { workspaceId, endpointId, at } = notice;
      await queue.send({ observed: 'rotation_ending', workspaceId, endpointId, at: at.getTime() });
      await finish(notice);
      return true;
    },
  };
}
