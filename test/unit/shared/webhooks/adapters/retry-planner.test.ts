import { ConflictException, SchedulerClient } from '@aws-sdk/client-scheduler';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { CreateScheduleCommand } from '#packages/lean-aws-client/scheduler-commands.ts';
import { createRetryPlanner } from '#shared/webhooks/adapters/retry-planner.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import {
  createMemoryDeliveryQueue,
  type MemoryDeliveryQueue,
} from '#test/support/fakes/webhooks/memory-delivery-queue.ts';

const LIMIT = 900;
const target = {
  group: 'retries',
  roleArn: 'arn:aws:iam::000000000000:role/retries',
  queueArn: 'arn:aws:sqs:us-east-1:000000000000:deliveries',
  deadLetterArn: 'arn:aws:sqs:us-east-1:000000000000:deliveries-dead',
};

// The other side returns what no emulator does: conflicts and throttling on demand.
const scheduler = mockClient(SchedulerClient);
let queue: MemoryDeliveryQueue;
let planner: ReturnType<typeof createRetryPlanner>;

beforeEach(() => {
  scheduler.reset();
  queue = createMemoryDeliveryQueue();
  planner = createRetryPlanner(queue, new SchedulerClient({ region: 'us-east-1' }), target, LIMIT);
});

function jobIn(seconds: number): DeliveryJob {
  return aJob({ attempt: 5, dueAt: secondsAfterNow(seconds).getTime() });
}

function schedules() {
  return scheduler.commandCalls(CreateScheduleCommand).map(({ args: [command] }) => command.input);
}

describe('createRetryPlanner', () => {
  describe('plan', () => {
    it('leaves a near retry to the queue', async () => {
      const job = jobIn(LIMIT);
      await planner.plan(job, NOW);

      expect(queue.sent).toEqual([{ job, delaySeconds: LIMIT }]);
      expect(schedules()).toEqual([]);
    });

    it('creates one schedule for a far retry, named after delivery and attempt, that deletes itself', async () => {
      const job = jobIn(7200);
      await planner.plan(job, NOW);

      expect(queue.sent).toEqual([]);
      expect(schedules()).toEqual([
        {
          Name: `${job.deliveryId}-5`,
          GroupName: 'retries',
          ScheduleExpression: 'at(2026-06-01T14:00:00)',
          ScheduleExpressionTimezone: 'UTC',
          FlexibleTimeWindow: { Mode: 'OFF' },
          ActionAfterCompletion: 'DELETE',
          Target: {
            Arn: target.queueArn,
            RoleArn: target.roleArn,
            Input: JSON.stringify(job),
            RetryPolicy: { MaximumRetryAttempts: 185, MaximumEventAgeInSeconds: 86_400 },
            DeadLetterConfig: { Arn: target.deadLetterArn },
          },
        },
      ]);
    });

    it('uses a schedule name that Scheduler accepts', async () => {
      await planner.plan(jobIn(7200), NOW);

      expect(schedules()[0]?.Name).toMatch(/^[0-9a-zA-Z_.-]{1,64}$/u);
    });

    it.each([
      [901, 'at(2026-06-01T12:16:00)'],
      [960, 'at(2026-06-01T12:16:00)'],
      [960.001, 'at(2026-06-01T12:17:00)'],
      [43_199.999, 'at(2026-06-02T00:00:00)'],
    ])('rounds %d s up to the full minute', async (seconds, expression) => {
      await planner.plan(jobIn(seconds), NOW);

      expect(schedules()[0]?.ScheduleExpression).toBe(expression);
    });

    it('treats an existing schedule as its own of an earlier run', async () => {
      const conflict = new ConflictException({ message: 'exists', Message: 'exists', $metadata: {} });
      scheduler.on(CreateScheduleCommand).rejects(conflict);

      await expect(planner.plan(jobIn(7200), NOW)).resolves.toBeUndefined();
    });

    it.each(['ThrottlingException', 'InternalServerException'])('fails on %s', async (name) => {
      scheduler.on(CreateScheduleCommand).rejects(Object.assign(new Error(name), { name }));

      await expect(planner.plan(jobIn(7200), NOW)).rejects.toThrow(name);
    });

    it('fails when the queue is unavailable', async () => {
      queue.breakDown();

      await expect(planner.plan(jobIn(10), NOW)).rejects.toThrow('down');
    });
  });

  describe('defer', () => {
    it.each([
      [5, 5],
      [7200, LIMIT],
    ])('never creates a schedule: a job scheduled in %i s waits %i s', async (seconds, delaySeconds) => {
      const job = jobIn(seconds);
      await planner.postpone(job, NOW);

      expect(queue.sent).toEqual([{ job, delaySeconds }]);
      expect(schedules()).toEqual([]);
    });
  });
});
