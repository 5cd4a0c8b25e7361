import {
  ConflictException,
  InternalServerException,
  type SchedulerClient,
  ServiceQuotaExceededException,
  ThrottlingException,
  ValidationException,
} from '@aws-sdk/client-scheduler';
import { SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { TimerRejectedError } from '#shared/platform/core/errors.ts';
import { createJobScheduler } from '#shared/platform/queues/job-scheduler.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aScheduledJob } from '#test/support/fixtures/platform/schedule-fixture.ts';

const ABOUT = { Message: 'No', message: 'No', $metadata: {} };
const QUEUE = { url: 'https://queue.example', arn: 'arn:queue', deadLetterArn: 'arn:dead' };
const TARGETS = {
  queues: {
    post: QUEUE,
    broadcast: QUEUE,
    broadcast_run: QUEUE,
    broadcast_estimate: QUEUE,
    workspace: QUEUE,
    account: QUEUE,
    message: QUEUE,
    calendar: QUEUE,
    contact_import: QUEUE,
    post_removal: QUEUE,
    media: QUEUE,
    account_tokens: QUEUE,
  },
  group: 'due',
  roleArn: 'arn:role',
};

/** A job scheduler over a Scheduler that rejects everything with this error. */
function timersRejectedBy(error: Error) {
  const send = async () => {
    throw error;
  };
  const scheduler = { send } as unknown as SchedulerClient;
  return createJobScheduler(new SQSClient({}), scheduler, TARGETS, 600);
}

describe('schedules that Scheduler rejects', () => {
  const far = aScheduledJob({ dueAt: secondsAfterNow(3600).getTime() });

  it.each([
    new ValidationException(ABOUT),
    new ServiceQuotaExceededException(ABOUT),
    new RangeError('Invalid time value'),
  ])('fail permanently with $name', async (error) => {
    const { set, cancel } = timersRejectedBy(error);

    await expect(set(far, NOW)).rejects.toThrow(TimerRejectedError);
    await expect(set(far, NOW)).rejects.toMatchObject({ cause: error });
    await expect(cancel(far, NOW)).rejects.toThrow(TimerRejectedError);
  });

  it.each([
    new ThrottlingException(ABOUT),
    new InternalServerException(ABOUT),
    new Error('connect ECONNREFUSED'),
  ])('are retried after $name', async (error) => {
    await expect(timersRejectedBy(error).set(far, NOW)).rejects.toBe(error);
  });

  it('are deleted again after a conflict', async () => {
    const error = new ConflictException(ABOUT);

    await expect(timersRejectedBy(error).cancel(far, NOW)).rejects.toBe(error);
  });

  it('are rejected if their time cannot be written', async () => {
    const never = aScheduledJob({ dueAt: 9e15 });

    await expect(timersRejectedBy(new Error('Not asked')).set(never, NOW)).rejects.toThrow(
      TimerRejectedError,
    );
  });
});
