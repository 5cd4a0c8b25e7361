import { ConflictException, CreateScheduleCommand, type SchedulerClient } from '@aws-sdk/client-scheduler';
import type { DeliveryJob } from '#shared/domain/delivery/delivery-job.ts';
import type { DeliveryQueue, RetryPlanner } from '#shared/domain/ports/delivery-queue.ts';
import { messageText } from './message-text.ts';

const MINUTE_MS = 60_000;
const SECOND_MS = 1000;

/** Retry rules of the Scheduler itself, should the queue refuse the message. */
const FIRING_RETRIES = { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 };

export type ScheduleTarget = {
  readonly group: string;
  readonly roleArn: string;
  readonly queueArn: string;
  readonly deadLetterArn: string;
};

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
        await createSchedule(scheduler, target, job);
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

async function createSchedule(
  scheduler: SchedulerClient,
  target: ScheduleTarget,
  job: DeliveryJob,
): Promise<void> {
  // Scheduler fires anywhere within a minute; rounding up keeps it from firing early.
  const at = new Date(Math.ceil(job.due_at / MINUTE_MS) * MINUTE_MS);
  try {
    await scheduler.send(
      new CreateScheduleCommand({
        Name: `${job.delivery_id}-${job.attempt}`,
        GroupName: target.group,
        ScheduleExpression: `at(${at.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`,
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: target.queueArn,
          RoleArn: target.roleArn,
          Input: messageText(job),
          SqsParameters: { MessageGroupId: job.endpoint_id },
          RetryPolicy: FIRING_RETRIES,
          DeadLetterConfig: { Arn: target.deadLetterArn },
        },
      }),
    );
  } catch (error) {
    // An earlier run planned this very attempt.
    if (!(error instanceof ConflictException)) throw error;
  }
}
