import { describe, expect, it } from 'vitest';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { DISPATCH_FILTER, PROJECTION_FILTER } from '#shared/platform/core/stream-filters.ts';
import { WATCHED, asList, at, functionOf, resourceNamed, resourcesOf } from './synthesized.ts';

const DAY = 86_400;

/** Dev reserves no concurrency, so that throttled batches count as receives for hours. */
const RECEIVES: Readonly<Record<Stage, number>> = { dev: 100, staging: 5, prod: 5 };

/** Mappings with other batches than ten messages without a batching window in seconds. */
const BATCHES: ReadonlyMap<string, readonly [number, number]> = new Map([
  // A post may include videos, of which ten do not fit into the memory of one function.
  ['${PublishPostFunction}', [1, 0]],
  ['${RemovePublicationsFunction}', [1, 0]],
  // A run of a broadcast sends for 40 seconds.
  ['${SendBroadcastMessagesFunction}', [1, 0]],
  // A slow server would hold up the other downloads of a batch.
  ['${DownloadMediaFunction}', [1, 0]],
  ['${CountVisitsFunction}', [10_000, 60]],
]);

/** The dead-letter queue of each queue for work, by name. */
const DEAD_LETTERS = [
  'BroadcastDeadLetters',
  'CalendarDeadLetters',
  'DeliveryDeadLetters',
  'DownloadDeadLetters',
  'ImportDeadLetters',
  'MessageDeadLetters',
  'NotificationDeadLetters',
  'PublishDeadLetters',
  'QuarantinedChangesDeadLetters',
  'QuarantinedEventsDeadLetters',
  'ReceiptDeadLetters',
  'RecomputeDeadLetters',
  'RecoveryDeadLetters',
  'ReleaseDeadLetters',
  'RemovalDeadLetters',
  'SendingDeadLetters',
  'SlowDeliveryDeadLetters',
  'VisitsDeadLetters',
];

/** Queues of minute schedules, for ticks that reached no function; they have no consumer. */
const MISSED_TICKS = [
  'RedactionDeadLetters',
  'ScheduleSweepDeadLetters',
  'DeliverySweepDeadLetters',
  'WorkspaceErasureDeadLetters',
  'WorkspaceExportDeadLetters',
  'SaltDeletionDeadLetters',
];

/** Queues whose messages contain hashes of visitors. */
const KEPT_A_DAY = ['VisitsQueue'];

const byText = (a: unknown, b: unknown): number => String(a).localeCompare(String(b));

describe.each(STAGES)('queues of %s', (stage) => {
  const queues = resourcesOf(stage, 'AWS::SQS::Queue');
  const deadLetters = new Set(
    queues.map(({ properties }) => at(properties, 'RedrivePolicy', 'deadLetterTargetArn')),
  );
  const isDeadLetterQueue = (id: string) => deadLetters.has(`\${${id}.Arn}`);

  it.each(queues)('$id is encrypted and rejects plain HTTP', ({ id, properties }) => {
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

  it.each(queues.filter(({ id }) => !isDeadLetterQueue(id) && !MISSED_TICKS.includes(id)))(
    '$id moves a message into a queue that keeps it longer, after five receives or, without reservations, a hundred',
    ({ id, properties }) => {
      const target = String(at(properties, 'RedrivePolicy', 'deadLetterTargetArn'));
      const keeper = resourceNamed(stage, target.slice('${'.length, -'.Arn}'.length));

      expect(at(properties, 'RedrivePolicy', 'maxReceiveCount')).toBe(RECEIVES[stage]);
      const kept = KEPT_A_DAY.includes(id) ? DAY : 14 * DAY;
      expect(keeper.properties['MessageRetentionPeriod']).toBe(kept);
      expect(properties['MessageRetentionPeriod']).toBeLessThan(kept);
    },
  );

  it('are those for work with one DLQ each, and those for ticks that reached no function', () => {
    expect(
      queues
        .map(({ id }) => id)
        .filter(isDeadLetterQueue)
        .toSorted(),
    ).toEqual(DEAD_LETTERS);
    expect(queues.filter(({ properties }) => properties['RedrivePolicy'])).toHaveLength(DEAD_LETTERS.length);
    expect(queues).toHaveLength(2 * DEAD_LETTERS.length + MISSED_TICKS.length);
  });
});

describe.each(STAGES)('the minute schedule of %s', (stage) => {
  it.each([0, 1, 2, 3])('invokes part %i of the sweep, and repeats no missed tick', (part) => {
    expect(resourceNamed(stage, `DeliverySweepSchedule${part}`).properties).toEqual({
      GroupName: `workspace-${stage}-delivery-sweeps`,
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: '${SweepDeliveriesFunction.Arn}',
        RoleArn: '${DeliverySweepSchedulesRole.Arn}',
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
        DeadLetterConfig: { Arn: '${DeliverySweepDeadLetters.Arn}' },
        Input: `{"part":${part}}`,
      },
    });
    expect(functionOf(stage, 'sweep-deliveries').properties).toMatchObject({
      Timeout: 60,
      ...(stage === 'dev' ? {} : { ReservedConcurrentExecutions: 4 }),
    });
    expect(
      resourcesOf(stage, 'AWS::Lambda::EventInvokeConfig').map(({ properties }) => properties),
    ).toContainEqual(
      expect.objectContaining({
        FunctionName: '${SweepDeliveriesFunction}',
        MaximumEventAgeInSeconds: 60,
        MaximumRetryAttempts: 0,
      }),
    );
  });

  it('invokes sweep-schedules in the same way', () => {
    expect(resourceNamed(stage, 'ScheduleSweepSchedule').properties).toMatchObject({
      GroupName: `workspace-${stage}-schedule-sweeps`,
      ScheduleExpression: 'rate(1 minute)',
      Target: {
        Arn: '${SweepSchedulesFunction.Arn}',
        DeadLetterConfig: { Arn: '${ScheduleSweepDeadLetters.Arn}' },
      },
    });
    expect(functionOf(stage, 'sweep-schedules').properties['ReservedConcurrentExecutions']).toBe(
      stage === 'dev' ? undefined : 1,
    );
  });

  it('limits the sweep to the deliveries to hanging receivers that complete in two minutes', () => {
    const variables = at(functionOf(stage, 'sweep-deliveries').properties, 'Environment', 'Variables');
    const { healthy } = STAGE_CONFIG[stage].deliverConcurrency;

    expect(at(variables, 'SWEEP_QUEUE_LIMIT')).toBe(String((healthy * 10 * 120) / 8));
  });

  it.runIf(WATCHED.includes(stage)).each(['SweepDeliveries', 'SweepSchedules'])(
    'fires when %s fails in three of five minutes',
    (id) => {
      expect(alarmsOf(stage)).toContainEqual(
        expect.objectContaining({
          MetricName: 'Errors',
          Period: 60,
          Statistic: 'Sum',
          Threshold: 0,
          DatapointsToAlarm: 3,
          EvaluationPeriods: 5,
          Dimensions: [{ Name: 'FunctionName', Value: `\${${id}Function}` }],
        }),
      );
    },
  );
});

describe.each(STAGES)('event source mappings of %s', (stage) => {
  const mappings = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping');
  const mappingOf = (name: string) =>
    mappings.find(({ properties }) => properties['FunctionName'] === name)?.properties;

  it('are the stream and the queues of the consumers, in any order, and report failures by item', () => {
    const found = mappings.map(({ properties }) => [
      properties['FunctionName'],
      properties['EventSourceArn'],
    ]);

    expect(found.toSorted(byText)).toEqual(
      [
        ['${CountVisitsFunction}', '${VisitsQueue.Arn}'],
        ['${DispatchEventLive}', '${CoreTable.StreamArn}'],
        ['${RecoverDeliveriesFunction}', '${RecoveryQueue.Arn}'],
        ['${DeliverWebhookLive}', '${DeliveryQueue.Arn}'],
        ['${DeliverWebhookLive}', '${SlowDeliveryQueue.Arn}'],
        ['${ReleaseDeliveriesFunction}', '${ReleaseQueue.Arn}'],
        ['${SendNotificationFunction}', '${NotificationQueue.Arn}'],
        ['${ProjectChangesFunction}', '${CoreTable.StreamArn}'],
        ['${PublishPostFunction}', '${PublishQueue.Arn}'],
        ['${RunBroadcastFunction}', '${BroadcastQueue.Arn}'],
        ['${SendBroadcastMessagesFunction}', '${SendingQueue.Arn}'],
        ['${RecomputePostsFunction}', '${RecomputeQueue.Arn}'],
        ['${DeliverMessageFunction}', '${MessageQueue.Arn}'],
        ['${RecordReceiptFunction}', '${ReceiptQueue.Arn}'],
        ['${ReachDatesFunction}', '${CalendarQueue.Arn}'],
        ['${ImportContactsFunction}', '${ImportQueue.Arn}'],
        ['${RemovePublicationsFunction}', '${RemovalQueue.Arn}'],
        ['${DownloadMediaFunction}', '${DownloadQueue.Arn}'],
      ].toSorted(byText),
    );
    for (const { properties } of mappings) {
      expect(properties['FunctionResponseTypes']).toEqual(['ReportBatchItemFailures']);
    }
  });

  it.each([
    ['DispatchEventLive', 'UndispatchedRecords'],
    ['ProjectChangesFunction', 'UnprojectedRecords'],
  ])(
    'read the stream for %s from its beginning, retry for 20 hours and keep failed records',
    (id, bucket) => {
      const stream = mappings.find(({ properties }) => properties['FunctionName'] === `\${${id}}`);

      expect(stream?.properties).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: 100,
        BisectBatchOnFunctionError: true,
        MaximumRetryAttempts: -1,
        MaximumRecordAgeInSeconds: 20 * 3600,
        DestinationConfig: { OnFailure: { Destination: `\${${bucket}.Arn}` } },
      });
    },
  );

  it('filter inserted events and requests, and enabled endpoints that become suspended', () => {
    const patterns: unknown = at(mappingOf('${DispatchEventLive}'), 'FilterCriteria', 'Filters');

    expect(patterns).toHaveLength(2);
    expect(JSON.parse(String(at(patterns, 0, 'Pattern')))).toEqual({
      eventName: ['INSERT'],
      dynamodb: {
        NewImage: {
          [DISPATCH_FILTER.kindAttribute]: { S: [...DISPATCH_FILTER.kinds] },
        },
      },
    });
    expect(JSON.parse(String(at(patterns, 1, 'Pattern')))).toEqual({
      eventName: ['MODIFY'],
      dynamodb: {
        NewImage: {
          resource: { S: ['endpoint'] },
          suspendedReason: { S: [{ exists: true }] },
          enabled: { BOOL: [true] },
        },
        OldImage: { suspendedReason: { S: [{ exists: false }] } },
      },
    });
  });

  it('filter written resources for project-changes, and items that have or had a schedule, and ingested events', () => {
    const found = mappings.find(
      ({ properties }) => properties['FunctionName'] === '${ProjectChangesFunction}',
    );
    const filters = asList(at(found?.properties, 'FilterCriteria', 'Filters'));
    const written = { eventName: ['INSERT', 'MODIFY'] };
    const timer = { [PROJECTION_FILTER.timerAttribute]: { BOOL: [{ exists: true }] } };

    expect(filters.map((filter) => JSON.parse(String(at(filter, 'Pattern'))))).toEqual([
      {
        ...written,
        dynamodb: { NewImage: { [PROJECTION_FILTER.resourceAttribute]: { S: [{ exists: true }] } } },
      },
      { ...written, dynamodb: { NewImage: timer } },
      { eventName: ['REMOVE'], dynamodb: { OldImage: timer } },
      {
        eventName: ['INSERT'],
        dynamodb: { NewImage: { [PROJECTION_FILTER.ingestedAttribute]: { BOOL: [true] } } },
      },
    ]);
  });

  it.each(mappings.filter(({ properties }) => String(properties['EventSourceArn']).endsWith('Queue.Arn}')))(
    'process a queue in batches of ten, posts, downloads and runs of broadcasts one by one and visits of a minute together, with a concurrency of at least two ($id)',
    ({ properties }) => {
      const [BatchSize, MaximumBatchingWindowInSeconds] = BATCHES.get(String(properties['FunctionName'])) ?? [
        10, 0,
      ];
      expect(properties).toMatchObject({ BatchSize, MaximumBatchingWindowInSeconds });
      expect(concurrencyOf(properties)).toBeGreaterThanOrEqual(2);
    },
  );

  // A throttled invocation counts as a receive, and after five receives a message goes to the DLQ.
  it.each([
    ['deliver-webhook', '${DeliverWebhookLive}', 2],
    ['recover-deliveries', '${RecoverDeliveriesFunction}', 1],
    ['release-deliveries', '${ReleaseDeliveriesFunction}', 1],
    ['send-notification', '${SendNotificationFunction}', 1],
    ['publish-post', '${PublishPostFunction}', 1],
    ['run-broadcast', '${RunBroadcastFunction}', 1],
    ['send-broadcast-messages', '${SendBroadcastMessagesFunction}', 1],
    ['recompute-posts', '${RecomputePostsFunction}', 1],
    ['deliver-message', '${DeliverMessageFunction}', 1],
    ['record-receipt', '${RecordReceiptFunction}', 1],
    ['reach-dates', '${ReachDatesFunction}', 1],
    ['import-contacts', '${ImportContactsFunction}', 1],
    ['remove-publications', '${RemovePublicationsFunction}', 1],
    ['download-media', '${DownloadMediaFunction}', 1],
    ['count-visits', '${CountVisitsFunction}', 1],
  ])('together never exceed the concurrency reserved for %s, if any is', (name, reference, count) => {
    const own = mappings.filter(({ properties }) => properties['FunctionName'] === reference);
    const together = own.reduce((sum, { properties }) => sum + concurrencyOf(properties), 0);

    expect(own).toHaveLength(count);
    expect(together).toBeLessThanOrEqual(
      Number(functionOf(stage, name).properties['ReservedConcurrentExecutions'] ?? Infinity),
    );
  });

  it.each([
    ['DeliveryQueue', 'deliver-webhook', 15],
    ['SlowDeliveryQueue', 'deliver-webhook', 15],
    ['RecoveryQueue', 'recover-deliveries', 60],
    ['ReleaseQueue', 'release-deliveries', 15],
    ['NotificationQueue', 'send-notification', 15],
    ['PublishQueue', 'publish-post', 240],
    ['BroadcastQueue', 'run-broadcast', 30],
    ['SendingQueue', 'send-broadcast-messages', 60],
    ['RecomputeQueue', 'recompute-posts', 30],
    ['MessageQueue', 'deliver-message', 30],
    ['ReceiptQueue', 'record-receipt', 30],
    ['CalendarQueue', 'reach-dates', 30],
    ['ImportQueue', 'import-contacts', 60],
    ['RemovalQueue', 'remove-publications', 150],
    ['DownloadQueue', 'download-media', 180],
    ['VisitsQueue', 'count-visits', 30],
  ])('hide a message of %s for six times the timeout of %s', (queue, name, seconds) => {
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
