import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { DeliveryQueue, RetryPlanner } from '#shared/webhooks/ports/delivery-queue.ts';

export type PlannedSchedule = { readonly name: string; readonly at: Date; readonly job: DeliveryJob };

export type MemoryRetryPlanner = RetryPlanner & { readonly schedules: PlannedSchedule[] };

/** Plans near retries on the given queue and far ones in a list of schedules, one per delivery and attempt. */
export function createMemoryRetryPlanner(
  queue: DeliveryQueue,
  queueDelayLimitSeconds: number,
): MemoryRetryPlanner {
  const schedules: PlannedSchedule[] = [];
  return {
    schedules,

    async plan(job, now) {
      const delaySeconds = delayOf(job, now);
      if (delaySeconds <= queueDelayLimitSeconds) return queue.sendLater(job, delaySeconds);
      const name = `${job.deliveryId}-${job.attempt}`;
      if (schedules.some((schedule) => schedule.name === name)) return;
      schedules.push({ name, at: new Date(Math.ceil(job.dueAt / MINUTE_MS) * MINUTE_MS), job });
    },

    async postpone(job, now) {
      await queue.sendLater(job, Math.min(delayOf(job, now), queueDelayLimitSeconds));
    },
  };
}

function delayOf(job: DeliveryJob, now: Date): number {
  return Math.max(0, Math.ceil((job.dueAt - now.getTime()) / 1000));
}
