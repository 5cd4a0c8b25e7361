import type { SchedulerSender } from '#packages/lean-aws-client/aws-clients.ts';
import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
} from '#packages/lean-aws-client/scheduler-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { messageText } from './message-text.ts';

/** Retry policy of EventBridge Scheduler if the queue rejects the message. */
const FIRING_RETRIES = { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 };

/** The target queue of a schedule, with its role, group and DLQ. */
export type ScheduleTarget = {
  readonly group: string;
  readonly roleArn: string;
  readonly queueArn: string;
  readonly deadLetterArn: string;
};

/** A message that EventBridge Scheduler sends once. */
export type OneTimeSchedule = {
  readonly name: string;
  /** Fires at the next full minute or up to a minute later, never before. */
  readonly at: Date;
  /** The message, in the schema of its consumer. */
  readonly input: unknown;
};

/** Creates a schedule that sends a message to a queue. Idempotent: an existing schedule of the same name stays. */
export async function createOneTimeSchedule(
  scheduler: SchedulerSender,
  target: ScheduleTarget,
  { name, at, input }: OneTimeSchedule,
): Promise<void> {
  // EventBridge Scheduler fires anywhere within a minute; rounding up keeps it from firing early.
  const minute = new Date(Math.ceil(at.getTime() / MINUTE_MS) * MINUTE_MS);
  try {
    await scheduler.send(
      new CreateScheduleCommand({
        Name: name,
        GroupName: target.group,
        ScheduleExpression: `at(${minute.toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)})`,
        ScheduleExpressionTimezone: 'UTC',
        FlexibleTimeWindow: { Mode: 'OFF' },
        ActionAfterCompletion: 'DELETE',
        Target: {
          Arn: target.queueArn,
          RoleArn: target.roleArn,
          // No `SqsParameters`: AWS documents its message group for FIFO queues only, and these queues are standard queues.
          Input: messageText(input),
          RetryPolicy: FIRING_RETRIES,
          DeadLetterConfig: { Arn: target.deadLetterArn },
        },
      }),
    );
  } catch (error) {
    // An earlier run created the same schedule.
    if (!isServiceError(error, 'ConflictException')) throw error;
  }
}

/** Deletes a schedule; one that has fired or never existed is not an error. */
export async function deleteOneTimeSchedule(
  scheduler: SchedulerSender,
  group: string,
  name: string,
): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: group }));
  } catch (error) {
    if (!isServiceError(error, 'ResourceNotFoundException')) throw error;
  }
}
