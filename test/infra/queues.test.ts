import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import { DISPATCH_FILTER } from '#shared/store/table-definition.ts';
import { at, functionOf, resourceNamed, resourcesOf } from './synthesized.ts';
import type { Stage } from '#infra/config.ts';

const DAY = 86_400;

describe.each(STAGES)('queues of %s', (stage) => {
  const queues = resourcesOf(stage, 'AWS::SQS::Queue');
  const deadLetters = new Set(
    queues.map(({ properties }) => at(properties, 'RedrivePolicy', 'deadLetterTargetArn')),
  );
  const isDeadLetterQueue = (id: string) => deadLetters.has(`\${${id}.Arn}`);

  it.each(queues)('$id is encrypted and refuses plain HTTP', ({ id, properties }) => {
    const policies = resourcesOf(stage, 'AWS::SQS::QueuePolicy').filter(({ properties: policy }) =>
      JSON.stringify(policy['Queues']).includes(`"\${${id}}"`),
    );

    expect(properties['SqsManagedSseEnabled']).toBe(true);
    expect(
      policies.map(({ properties: policy }) => at(policy, 'PolicyDocument', 'Statement', 0)),
    ).toMatchObject([
      { Effect: 'Deny', Action: 'sqs:*', Condition: { Bool: { 'aws:SecureTransport': 'false' } } },
    ]);
  });

  it.each(queues.filter(({ id }) => !isDeadLetterQueue(id) && id !== 'SweepDeadLetters'))(
    '$id gives up on a message after five receives, into a queue that keeps it longer',
    ({ properties }) => {
      const target = String(at(properties, 'RedrivePolicy', 'deadLetterTargetArn'));
      const keeper = resourceNamed(stage, target.slice('${'.length, -'.Arn}'.length));

      expect(at(properties, 'RedrivePolicy', 'maxReceiveCount')).toBe(5);
      expect(keeper.properties['MessageRetentionPeriod']).toBe(14 * DAY);
      expect(properties['MessageRetentionPeriod']).toBeLessThan(14 * DAY);
    },
  );

  it('are five for work and one behind each, and one for ticks that reached no function', () => {
    expect(
      queues
        .map(({ id }) => id)
        .filter(isDeadLetterQueue)
        .toSorted(),
    ).toEqual([
      'DeliveryDeadLetters',
      'ParkedEventsDeadLetters',
      'RecoveryDeadLetters',
      'ReleaseDeadLetters',
      'SlowDeliveryDeadLetters',
    ]);
    expect(queues.length).toBe(11);
  });

  it.each([
    'DeliveryDeadLetters',
    'ParkedEventsDeadLetters',
    'ParkedEventsQueue',
    'RecoveryDeadLetters',
    'ReleaseDeadLetters',
    'SlowDeliveryDeadLetters',
    'SweepDeadLetters',
  ])('%s rings with the first message', (id) => {
    const alarm = alarmsOf(stage).find(({ Dimensions }) =>
      JSON.stringify(Dimensions).includes(`\${${id}.QueueName}`),
    );

    expect(alarm).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
    });
  });
});

describe.each(STAGES)('the minute schedule of %s', (stage) => {
  it('invokes the sweep, one run at a time, and repeats no tick that was missed', () => {
    expect(resourcesOf(stage, 'AWS::Scheduler::Schedule').map(({ properties }) => properties)).toEqual([
      {
        GroupName: `workspace-${stage}-sweeps`,
        ScheduleExpression: 'rate(1 minute)',
        FlexibleTimeWindow: { Mode: 'OFF' },
        Target: {
          Arn: '${SweepDeliveriesFunction.Arn}',
          RoleArn: '${SweepSchedulesRole.Arn}',
          RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
          DeadLetterConfig: { Arn: '${SweepDeadLetters.Arn}' },
        },
      },
    ]);
    expect(functionOf(stage, 'sweep-deliveries').properties).toMatchObject({
      Timeout: 60,
      ReservedConcurrentExecutions: 1,
    });
    expect(resourcesOf(stage, 'AWS::Lambda::EventInvokeConfig')[0]?.properties).toMatchObject({
      FunctionName: '${SweepDeliveriesFunction}',
      MaximumEventAgeInSeconds: 60,
      MaximumRetryAttempts: 0,
    });
  });

  it('lets the sweep queue no more than deliveries of hanging receivers get through in two minutes', () => {
    const variables = at(functionOf(stage, 'sweep-deliveries').properties, 'Environment', 'Variables');
    const { sound } = STAGE_CONFIG[stage].deliverConcurrency;

    expect(at(variables, 'SWEEP_QUEUE_LIMIT')).toBe(String((sound * 10 * 120) / 8));
  });

  it('rings when the sweep fails again and again', () => {
    expect(alarmsOf(stage)).toContainEqual(
      expect.objectContaining({
        MetricName: 'Errors',
        Period: 300,
        Statistic: 'Sum',
        Threshold: 2,
        Dimensions: [{ Name: 'FunctionName', Value: '${SweepDeliveriesFunction}' }],
      }),
    );
  });
});

describe.each(STAGES)('alarms of %s', (stage) => {
  it('all say what customers notice', () => {
    for (const { AlarmDescription } of alarmsOf(stage)) {
      expect(AlarmDescription).toMatch(/^[A-Z].{40,}\.$/u);
    }
  });

  it('include one when events wait in the stream for over a minute', () => {
    expect(alarmsOf(stage)).toContainEqual(
      expect.objectContaining({
        MetricName: 'IteratorAge',
        Threshold: 60_000,
        Dimensions: [{ Name: 'FunctionName', Value: '${DispatchEventFunction}' }],
      }),
    );
  });
});

describe.each(STAGES)('event source mappings of %s', (stage) => {
  const mappings = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping');

  it('are the stream of dispatch-event and the queues of three consumers, and report failures by item', () => {
    expect(
      mappings.map(({ properties }) => [properties['FunctionName'], properties['EventSourceArn']]),
    ).toEqual([
      ['${DispatchEventFunction}', '${CoreTable.StreamArn}'],
      ['${RecoverDeliveriesFunction}', '${RecoveryQueue.Arn}'],
      ['${DeliverWebhookFunction}', '${DeliveryQueue.Arn}'],
      ['${DeliverWebhookFunction}', '${SlowDeliveryQueue.Arn}'],
      ['${ReleaseDeliveriesFunction}', '${ReleaseQueue.Arn}'],
    ]);
    for (const { properties } of mappings) {
      expect(properties['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    }
  });

  it('read the stream from its beginning, try for 20 hours and keep what they give up', () => {
    const [stream] = mappings;

    expect(stream?.properties).toMatchObject({
      StartingPosition: 'TRIM_HORIZON',
      BatchSize: 100,
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      MaximumRecordAgeInSeconds: 20 * 3600,
      DestinationConfig: { OnFailure: { Destination: '${UndispatchedRecords.Arn}' } },
    });
  });

  it('pick inserted events that match an endpoint and nothing else', () => {
    const patterns: unknown = at(mappings[0]?.properties, 'FilterCriteria', 'Filters');

    expect(patterns).toHaveLength(1);
    expect(JSON.parse(String(at(patterns, 0, 'Pattern')))).toEqual({
      eventName: ['INSERT'],
      dynamodb: {
        NewImage: {
          [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] },
          [DISPATCH_FILTER.fanOutAttribute]: { N: [{ exists: true }] },
        },
      },
    });
  });

  it.each(mappings.slice(1))(
    'hand a queue over in tens at once, to two places at least ($id)',
    ({ properties }) => {
      expect(properties).toMatchObject({ BatchSize: 10, MaximumBatchingWindowInSeconds: 0 });
      expect(concurrencyOf(properties)).toBeGreaterThanOrEqual(2);
    },
  );

  // A throttled invocation counts as a receive, and five receives are the end of a message (H28).
  it.each([
    ['deliver-webhook', '${DeliverWebhookFunction}', 2],
    ['recover-deliveries', '${RecoverDeliveriesFunction}', 1],
    ['release-deliveries', '${ReleaseDeliveriesFunction}', 1],
  ])('together are never faster than concurrency is reserved for %s', (name, reference, count) => {
    const own = mappings.filter(({ properties }) => properties['FunctionName'] === reference);
    const together = own.reduce((sum, { properties }) => sum + concurrencyOf(properties), 0);

    expect(own).toHaveLength(count);
    expect(together).toBeLessThanOrEqual(
      Number(functionOf(stage, name).properties['ReservedConcurrentExecutions']),
    );
  });

  it.each([
    ['DeliveryQueue', 'deliver-webhook', 15],
    ['SlowDeliveryQueue', 'deliver-webhook', 15],
    ['RecoveryQueue', 'recover-deliveries', 60],
    ['ReleaseQueue', 'release-deliveries', 15],
  ])('hide a message of %s for six times as long as %s may take', (queue, name, seconds) => {
    const visibility = Number(resourceNamed(stage, queue).properties['VisibilityTimeout']);
    const timeout = Number(functionOf(stage, name).properties['Timeout']);

    expect(timeout).toBe(seconds);
    expect(visibility).toBeGreaterThanOrEqual(6 * timeout);
  });
});

function concurrencyOf(mapping: Readonly<Record<string, unknown>>): number {
  return Number(at(mapping, 'ScalingConfig', 'MaximumConcurrency'));
}

function alarmsOf(stage: Stage): readonly Readonly<Record<string, unknown>>[] {
  return resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);
}
