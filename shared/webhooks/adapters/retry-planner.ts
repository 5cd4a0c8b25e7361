import type { SchedulerSender } from '#packages/lean-aws-client/aws-clients.ts';
import { secondsUntil } from '#shared/platform/core/seconds-until.ts';
import { createOneTimeSchedule, type ScheduleTarget } from '#shared/platform/queues/one-time-schedule.ts';
import type { DeliveryQueue, RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';

/**
 * Plans a near retry with the delay of the queue and a far one with a one-time schedule. The schedule is named after the
 * delivery and the attempt, so planning twice creates one schedule. The consumer recognises a schedule that fires early or
 * twice (docs/failure-histories.md#early-late-or-repeated-schedules).
 */
export function createRetryPlanner(
  queue: DeliveryQueue,
  scheduler: SchedulerSender,
  target: ScheduleTarget,
  queueDelayLimitSeconds: number,
): RetryPlanner {
  return {
    async plan(job, now) {
      const delaySeconds = secondsUntil(new Date(job.dueAt), now);
      if (delaySeconds <= queueDelayLimitSeconds) {
        await queue.sendLater(job, delaySeconds);
      } else {
        await createOneTimeSchedule(scheduler, target, {
          name: `${job.deliveryId}-${job.attempt}`,
          at: new Date(job.dueAt),
          input: job,
        });
      }
    },

    // Uses the queue even for a far retry: a new schedule would have the name of the schedule that fired early. If that
    // schedule still exists, the new one is not created and the retry is lost.
    async postpone(job, now) {
      await queue.sendLater(job, Math.min(secondsUntil(new Date(job.dueAt), now), queueDelayLimitSeconds));
    },
  };
}
