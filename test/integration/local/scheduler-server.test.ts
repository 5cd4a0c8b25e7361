import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  GetScheduleCommand,
  ListSchedulesCommand,
  SchedulerClient,
  UpdateScheduleCommand,
  type CreateScheduleCommandInput,
} from '@aws-sdk/client-scheduler';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCAL_AWS } from '#local/aws/aws-identity.ts';
import type { SendToQueue } from '#local/scheduler/fire-schedules.ts';
import { startSchedulerServer, type SchedulerServer } from '#local/scheduler/scheduler-server.ts';
import { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

const NOON = Date.UTC(2026, 0, 31, 12);
const MINUTE = 60_000;
const queueArn = 'arn:aws:sqs:us-east-1:000000000000:Jobs';
const deadArn = 'arn:aws:sqs:us-east-1:000000000000:Dead';

const TARGET = {
  Arn: queueArn,
  RoleArn: 'arn:aws:iam::000000000000:role/Scheduler',
  Input: '{"delivery":1}',
  DeadLetterConfig: { Arn: deadArn },
  RetryPolicy: { MaximumEventAgeInSeconds: 3600 },
};

function schedule(overrides: Partial<CreateScheduleCommandInput> = {}): CreateScheduleCommandInput {
  return {
    Name: 'retry-1',
    GroupName: 'retries',
    ScheduleExpression: 'at(2026-01-31T12:30:00)',
    FlexibleTimeWindow: { Mode: 'OFF' },
    ActionAfterCompletion: 'DELETE',
    Target: TARGET,
    ...overrides,
  };
}

describe('scheduler server', () => {
  let directory: TemporaryDirectory;
  let server: SchedulerServer;
  let scheduler: SchedulerClient;
  let clock: number;
  let sent: Parameters<SendToQueue>[0][];
  let queueIsDown: boolean;

  async function start(): Promise<void> {
    server = await startSchedulerServer({
      directory: directory.path,
      groups: ['retries'],
      now: () => clock,
      log: () => {},
      send: async (message) => {
        if (queueIsDown && message.queueArn === queueArn) throw new Error('the queue is down');
        sent.push(message);
      },
    });
    scheduler = new SchedulerClient({
      endpoint: server.address,
      region: LOCAL_AWS.region,
      credentials: LOCAL_AWS.credentials,
    });
  }

  async function restart(): Promise<void> {
    await server.stop();
    await start();
  }

  async function names(): Promise<(string | undefined)[]> {
    const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ GroupName: 'retries' }));
    return Schedules.map((each) => each.Name);
  }

  beforeEach(async () => {
    directory = temporaryDirectory();
    clock = NOON;
    sent = [];
    queueIsDown = false;
    await start();
  });

  afterEach(async () => {
    scheduler.destroy();
    await server.stop();
    directory.remove();
  });

  it('fires at its time and deletes itself', async () => {
    await scheduler.send(new CreateScheduleCommand(schedule()));

    clock = NOON + 30 * MINUTE - 1;
    await server.fireDue();
    expect(sent).toEqual([]);

    clock += 1;
    await server.fireDue();
    await server.fireDue();
    expect(sent).toEqual([{ queueArn, body: '{"delivery":1}' }]);
    expect(await names()).toEqual([]);
  });

  it('reads the expression in its time zone', async () => {
    await scheduler.send(
      new CreateScheduleCommand(
        schedule({
          ScheduleExpression: 'at(2026-01-31T13:30:00)',
          ScheduleExpressionTimezone: 'Europe/Paris',
        }),
      ),
    );

    clock = NOON + 30 * MINUTE;
    await server.fireDue();

    expect(sent).toHaveLength(1);
  });

  it('fires after a restart what was scheduled in between, and past schedules at once', async () => {
    await scheduler.send(new CreateScheduleCommand(schedule()));
    clock = NOON + 300 * MINUTE;
    await restart();
    await scheduler.send(
      new CreateScheduleCommand(schedule({ Name: 'past', ScheduleExpression: 'at(2020-01-01T00:00:00)' })),
    );

    await server.fireDue();

    expect(sent).toHaveLength(2);
  });

  it('retries while the queue is unavailable, then uses the dead-letter queue', async () => {
    queueIsDown = true;
    await scheduler.send(new CreateScheduleCommand(schedule()));
    clock = NOON + 30 * MINUTE;
    await server.fireDue();
    expect(await names()).toEqual(['retry-1']);

    clock += 59 * MINUTE;
    await server.fireDue();
    expect(sent).toEqual([]);

    clock += MINUTE;
    await server.fireDue();
    expect(sent.map((message) => message.queueArn)).toEqual([deadArn]);
    expect(await names()).toEqual([]);
  });

  it('remains, and fires only once, without the delete action', async () => {
    await scheduler.send(new CreateScheduleCommand(schedule({ ActionAfterCompletion: 'NONE' })));
    clock = NOON + 60 * MINUTE;
    await server.fireDue();
    await restart();
    await server.fireDue();

    expect(sent).toHaveLength(1);
    expect(await names()).toEqual(['retry-1']);
  });

  it('rejects a second schedule of the same name, but not the repetition of a request', async () => {
    const first = schedule({ ClientToken: 'token-1' });
    await scheduler.send(new CreateScheduleCommand(first));

    await expect(scheduler.send(new CreateScheduleCommand(first))).resolves.toMatchObject({
      ScheduleArn: 'arn:aws:scheduler:us-east-1:000000000000:schedule/retries/retry-1',
    });
    await expect(
      scheduler.send(new CreateScheduleCommand(schedule({ ClientToken: 'token-2' }))),
    ).rejects.toMatchObject({ name: 'ConflictException', $metadata: { httpStatusCode: 409 } });
  });

  it.each<[string, Partial<CreateScheduleCommandInput>]>([
    ['ValidationException', { ScheduleExpression: 'rate(1 minute)' }],
    ['ValidationException', { ScheduleExpression: 'at(soon)' }],
    ['ValidationException', { ScheduleExpressionTimezone: 'Mars' }],
    ['ValidationException', { Name: 'no spaces' }],
    [
      'ValidationException',
      { Target: { Arn: 'arn:aws:sns:us-east-1:0:x', RoleArn: 'arn:aws:iam::0:role/r' } },
    ],
    ['ValidationException', { Target: { ...TARGET, SqsParameters: { MessageGroupId: 'endpoint-1' } } }],
    ['ValidationException', { Target: { ...TARGET, Arn: `${queueArn}.fifo` } }],
    ['ValidationException', { Target: { ...TARGET, RoleArn: 'arn:aws:iam::0:role/r' } }],
    ['ValidationException', { Target: { ...TARGET, Input: 'x'.repeat(256 * 1024 + 1) } }],
    ['ValidationException', { Target: { ...TARGET, RetryPolicy: { MaximumEventAgeInSeconds: 59 } } }],
    ['ValidationException', { Target: { ...TARGET, RetryPolicy: { MaximumRetryAttempts: 186 } } }],
    ['ValidationException', { FlexibleTimeWindow: { Mode: 'OFF', MaximumWindowInMinutes: 5 } }],
    ['ValidationException', { FlexibleTimeWindow: { Mode: 'FLEXIBLE' } }],
    ['ValidationException', { ClientToken: 'no spaces' }],
    ['ResourceNotFoundException', { GroupName: 'unknown' }],
  ])('returns %s to %j', async (name, overrides) => {
    await expect(scheduler.send(new CreateScheduleCommand(schedule(overrides)))).rejects.toMatchObject({
      name,
    });
    expect(await names()).toEqual([]);
  });

  it('updates and deletes a schedule', async () => {
    const key = { Name: 'retry-1', GroupName: 'retries' };
    await scheduler.send(new CreateScheduleCommand(schedule()));
    await scheduler.send(
      new UpdateScheduleCommand(schedule({ ScheduleExpression: 'at(2026-01-31T14:00:00)' })),
    );
    clock = NOON + 60 * MINUTE;
    await server.fireDue();
    const found = await scheduler.send(new GetScheduleCommand(key));
    await scheduler.send(new DeleteScheduleCommand(key));
    clock = NOON + 180 * MINUTE;
    await restart();
    await server.fireDue();

    expect(found).toMatchObject({ ...key, ScheduleExpression: 'at(2026-01-31T14:00:00)' });
    expect(sent).toEqual([]);
    await expect(scheduler.send(new GetScheduleCommand(key))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  });
});
