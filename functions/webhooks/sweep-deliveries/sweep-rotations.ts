import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { RotationNotices } from '#shared/webhooks/ports/secret-rotations.ts';

/** Notices that a run queues. */
const MAX_A_RUN = 500;

/** Notices queued concurrently. */
const AT_ONCE = 25;

const SWEPT = { code: 'ROTATION_NOTICES_SWEPT', message: 'Queued due notices about rotations' };
const FAILED = {
  code: 'ROTATION_SWEEP_FAILED',
  message: 'Search for due notices about rotations failed; the next run repeats it',
};

export type RotationSweep = {
  readonly rotationNotices: RotationNotices;
  readonly notificationQueue: NotificationQueue;
  readonly log: Log;
};

/**
 * Queues an observation for each rotation that soon ends. A run that stops before it has finished a notice queues it again, which is
 * harmless: an observation is notified once.
 */
export async function sweepRotations(
  { rotationNotices, notificationQueue, log }: RotationSweep,
  now: Date,
): Promise<void> {
  try {
    const due = await rotationNotices.readDue(now, MAX_A_RUN);
    for (let from = 0; from < due.length; from += AT_ONCE) {
      const queued = due.slice(from, from + AT_ONCE).map(async (notice) => {
        const { workspaceId, endpointId, at } = notice;
        await notificationQueue.send({
          observed: 'rotation_ending',
          workspaceId,
          endpointId,
          at: at.getTime(),
        });
        await rotationNotices.finish(notice);
      });
      await Promise.all(queued);
    }
    if (due.length > 0) log.info(SWEPT, { queued: due.length });
  } catch (error) {
    log.error(FAILED, describeError(error));
    throw error;
  }
}
