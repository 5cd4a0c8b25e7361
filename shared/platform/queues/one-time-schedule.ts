import {
  ConflictException,
  CreateScheduleCommand,
  DeleteScheduleCommand,
  ResourceNotFoundException,
  type SchedulerClient,
} from '@aws-sdk/client-scheduler';
import { messageText } from './message-text.ts';

const MINUTE_MS = 60_000;

/** Retry rules of the Scheduler itself, should the queue refuse the message. */
const FIRING_RETRIES = { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 };

/** The queue that a schedule sends to, and what it needs for it. */
export type ScheduleTarget = {
  readonly group: string;
  readonly roleArn: string;
  readonly queueArn: string;
  readonly deadLetterArn: string;
};

export type OneTimeSchedule = {
  readonly name: string;
  /** Fires at the full minute after it, or up to a minute later; never before. */
  readonly at: Date;
  /** The message, as its consumer's schema reads it. */
  readonly input: unknown;
  /** Fair-queue group of the message. */
  readonly groupId?: string;
};

/** Has a queue told something later. One of this name that is there already stands: naming well makes it idempotent. */
export async function createOneTimeSchedule(
  scheduler: SchedulerClient,
  target: ScheduleTarget,
  { name, at, input, groupId }: OneTimeSchedule,
): Promise<void> {
  // Scheduler fires anywhere within a minute; rounding up keeps it from firing early.
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
          Input: messageText(input),
          ...(groupId === undefined ? {} : { SqsParameters: { MessageGroupId: groupId } }),
          RetryPolicy: FIRING_RETRIES,
          DeadLetterConfig: { Arn: target.deadLetterArn },
        },
      }),
    );
  } catch (error) {
    // An earlier run made this very schedule.
    if (!(error instanceof ConflictException)) throw error;
  }
}

/** Takes a schedule back; one that has fired, or never was, is no error. */
export async function deleteOneTimeSchedule(
  scheduler: SchedulerClient,
  group: string,
  name: string,
): Promise<void> {
  try {
    await scheduler.send(new DeleteScheduleCommand({ Name: name, GroupName: group }));
  } catch (error) {
    if (!(error instanceof ResourceNotFoundException)) throw error;
  }
}
