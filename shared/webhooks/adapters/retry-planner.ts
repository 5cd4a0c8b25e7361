import type { SchedulerClient } from '@aws-sdk/client-scheduler';
import { createOneTimeSchedule, type ScheduleTarget } from '#shared/platform/queues/one-time-schedule.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-job.ts';
import type { DeliveryQueue, RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';

const SECOND_MS = 1000;

/**
 * Plans near retries with the queue's own delay, far ones with a one-time schedule. A schedule is named after delivery and
 * attempt, so planning twice is one schedule; a firing that comes early or twice is recognised on wake (H8).
 */
export function createRetryPlanner(
  queue: DeliveryQueue,
  scheduler: SchedulerClient,
  target: ScheduleTarget,
  queueDelayLimitSeconds: number,
): RetryPlanner {
  return {
    async plan(job, now) {
      const delaySeconds = secondsUntil(job, now);
      if (delaySeconds <= queueDelayLimitSeconds) {
        await queue.sendLater(job, delaySeconds);
      } else {
        await createOneTimeSchedule(scheduler, target, {
          name: `${job.delivery_id}-${job.attempt}`,
          at: new Date(job.due_at),
          input: job,
          groupId: job.endpoint_id,
        });
      }
    },

    // Never a schedule: one of this name may be the very one that fired early, and would swallow the new one.
    async defer(job, now) {
      await queue.sendLater(job, Math.min(secondsUntil(job, now), queueDelayLimitSeconds));
    },
  };
}

function secondsUntil(job: DeliveryJob, now: Date): number {
  return Math.max(0, Math.ceil((job.due_at - now.getTime()) / SECOND_MS));
}
