import { describe, expect, it } from 'vitest';
import { reservationOf } from '#infra/concurrency.ts';
import { STAGES, STAGE_CONFIG } from '#infra/config.ts';
import type { Stage } from '#infra/config.ts';
import { RUNBOOKS } from '#infra/constructs/runbook.ts';
import { CORE_TABLE, DELIVERY_TABLE } from '#shared/platform/store/table-definition.ts';
import { WATCHED, asList, at, functionsOf, resourcesOf } from './synthesized.ts';

/** The runbooks of alarms that a stage has only by a setting: stage-choices.slow.test.ts tests these alarms. */
const OF_SETTINGS = [
  'broadcast-failures',
  'broadcast-spend',
  'mail-reputation',
  'message-spend',
  'message-throttling',
  'missing-receipts',
  'unknown-messages',
];

describe.each(WATCHED)('alarms of %s', (stage) => {
  const alarms = alarmsOf(stage);

  it.each(alarms)('$name describes what customers notice, and links to a runbook', ({ properties }) => {
    const [, impact, page] =
      /^(.*)\nRunbook: \S+\/runbooks\/([a-z-]+)\.md$/mu.exec(String(properties['AlarmDescription'])) ?? [];

    expect(impact).toMatch(/^[A-Z].{40,}\.$/u);
    expect(RUNBOOKS).toContain(page);
  });

  it('exist for every runbook', () => {
    const named = alarms.map(({ page }) => page);

    expect(RUNBOOKS.filter((page) => !named.includes(page))).toEqual(OF_SETTINGS);
  });

  it.each(alarms)(
    '$name pages or notifies, not both, and treats missing data as healthy unless it is a heartbeat',
    (alarm) => {
      const { AlarmActions, OKActions, TreatMissingData } = alarm.properties;
      const isHeartbeat = alarm.name.endsWith('-Heartbeat');
      // A lag only grows while nothing writes it.
      const isLag = /-sweep-deliveries-(?:Events|Due)(?:Lag|FarBehind)$/u.test(alarm.name);

      expect([['${PageTopic}'], ['${WarnTopic}']]).toContainEqual(AlarmActions);
      // The person who was paged is also notified of the recovery.
      expect(asList(OKActions)).toEqual(asList(AlarmActions).filter((topic) => topic === '${PageTopic}'));
      expect(TreatMissingData).toBe(isHeartbeat ? 'breaching' : isLag ? 'ignore' : 'notBreaching');
    },
  );

  it('have unique names that start with their stack', () => {
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    for (const { name, stack } of alarms) expect(name.startsWith(`${stack}-`)).toBe(true);
  });

  it('fire on the first message in every queue without a consumer', () => {
    const consumed = mappingsOf(stage).map(({ source }) => source);
    const idle = resourcesOf(stage, 'AWS::SQS::Queue').filter(
      ({ id }) => !consumed.includes(`\${${id}.Arn}`),
    );

    expect(idle.length).toBeGreaterThan(10);
    for (const { id } of idle) {
      expect(
        find(stage, { MetricName: 'ApproximateNumberOfMessagesVisible', of: `\${${id}.QueueName}` }),
      ).toMatchObject({
        Threshold: 0,
        ComparisonOperator: 'GreaterThanThreshold',
        DatapointsToAlarm: 1,
        Period: 60,
      });
    }
  });

  it('fire when messages get old in every queue with a consumer, later than any intended wait', () => {
    const queues = mappingsOf(stage).filter(({ source }) => source.endsWith('Queue.Arn}'));

    expect(queues.length).toBeGreaterThan(6);
    for (const { source } of queues) {
      const name = source.replace('.Arn}', '.QueueName}');
      expect(find(stage, { MetricName: 'ApproximateAgeOfOldestMessage', of: name })).toMatchObject({
        Threshold: 1200,
      });
    }
  });

  it('fire within minutes when a queue with waiting messages is not processed, if lateness pages', () => {
    const stopped = alarmsOf(stage).filter(({ name }) => name.endsWith('-Stopped'));

    expect(stopped.map(({ name }) => name).toSorted()).toEqual(
      [
        'delivery-Delivery',
        'scheduling-Broadcast',
        'scheduling-Message',
        'scheduling-Publish',
        'scheduling-Receipt',
        'scheduling-Sending',
      ].map((queue) => `workspace-${stage}-${queue}-Stopped`),
    );
    for (const { name, properties } of stopped) {
      const queue = /-(\w+)-Stopped$/u.exec(name)?.[1];
      const of = {
        Namespace: 'AWS/SQS',
        Dimensions: [{ Name: 'QueueName', Value: `\${${queue}Queue.QueueName}` }],
      };

      expect(properties).toMatchObject({
        Threshold: 0,
        DatapointsToAlarm: 5,
        EvaluationPeriods: 5,
        AlarmActions: ['${PageTopic}'],
        Metrics: [
          { Expression: 'IF(waiting > 0 AND FILL(done, 0) == 0, 1, 0)' },
          {
            Id: 'waiting',
            MetricStat: {
              Metric: { ...of, MetricName: 'ApproximateNumberOfMessagesVisible' },
              Stat: 'Maximum',
              Period: 60,
            },
          },
          {
            Id: 'done',
            MetricStat: { Metric: { ...of, MetricName: 'NumberOfMessagesDeleted' }, Stat: 'Sum', Period: 60 },
          },
        ],
      });
    }
  });

  it('fire when a consumer of the stream is a minute behind for minutes', () => {
    const streams = mappingsOf(stage).filter(({ source }) => source.endsWith('.StreamArn}'));

    expect(streams).toHaveLength(2);
    for (const { functionId } of streams)
      expect(find(stage, { MetricName: 'IteratorAge', of: `\${${functionId}}` })).toMatchObject({
        Threshold: 60_000,
        DatapointsToAlarm: 3,
        EvaluationPeriods: 5,
      });
  });

  it('fire when a consumer has not read the stream for a quarter of an hour, because missing data breaches the threshold', () => {
    const mappings = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
      String(properties['EventSourceArn']).endsWith('.StreamArn}'),
    );

    expect(mappings).toHaveLength(2);
    for (const { id, properties } of mappings) {
      const alarm = alarms.find((candidate) => JSON.stringify(candidate.properties).includes(`\${${id}}`));

      // Without these metrics the alarm would fire all the time.
      expect(properties['MetricsConfig']).toEqual({ Metrics: ['EventCount'] });
      expect(alarm?.properties).toMatchObject({
        TreatMissingData: 'breaching',
        Threshold: 0,
        AlarmActions: ['${PageTopic}'],
        Metrics: [
          { Expression: 'IF(polls > 0, 0, 1)' },
          {
            MetricStat: {
              Metric: {
                Namespace: 'AWS/Lambda',
                MetricName: 'PolledEventCount',
                Dimensions: [{ Name: 'EventSourceMappingUUID', Value: `\${${id}}` }],
              },
              Stat: 'SampleCount',
              Period: 900,
            },
          },
        ],
      });
    }
  });

  it('fire when Lambda throttles any function that is not behind the API', () => {
    const behindApi = resourcesOf(stage, 'AWS::Lambda::Permission').map(({ properties }) =>
      String(properties['FunctionName']),
    );
    const others = functionsOf(stage).filter(({ id }) => !behindApi.includes(`\${${id}.Arn}`));

    expect(others.length).toBeGreaterThan(10);
    for (const { id } of others)
      expect(find(stage, { MetricName: 'Throttles', of: `\${${id}}` })).toMatchObject({ Threshold: 0 });
  });

  it('fire when schedules are dropped, go to the DLQ or find their target throttled', () => {
    const minutely = resourcesOf(stage, 'AWS::Scheduler::Schedule').map(
      ({ properties }) => properties['GroupName'],
    );
    const groups = resourcesOf(stage, 'AWS::Scheduler::ScheduleGroup').filter(
      // Missed ticks of a schedule go to a queue with an alarm.
      ({ properties }) => !minutely.includes(properties['Name']),
    );

    expect(groups).toHaveLength(2);
    for (const { properties } of groups)
      for (const MetricName of [
        'InvocationDroppedCount',
        'InvocationsSentToDeadLetterCount',
        'TargetErrorCount',
      ])
        expect(find(stage, { MetricName, of: String(properties['Name']) })).toBeDefined();
  });

  it.each([
    ['HttpApi', 'Api'],
    ['PagesApi', 'Pages'],
  ])('fire when %s repeatedly fails one call in a hundred, or takes three seconds', (api, prefix) => {
    const failing = alarms.find(({ name }) => name.endsWith(`-${prefix}Errors`))?.properties;
    const metrics = JSON.stringify(failing);

    expect(metrics).toMatch(/100 \* failed \/ made.*"5xx".*"Count"/u);
    expect(new Set(metrics.match(/\$\{\w+Api\}/gu))).toEqual(new Set([`\${${api}}`]));
    // A single bad period, such as a deployment, pages no one.
    expect(failing).toMatchObject({
      AlarmActions: ['${PageTopic}'],
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
    });
    expect(find(stage, { MetricName: 'Latency', of: `\${${api}}` })).toMatchObject({
      ExtendedStatistic: 'p99',
      Threshold: 3000,
    });
  });

  it.each([
    ['HttpApi', 'RequestFlood', STAGE_CONFIG[stage].throttle],
    ['PagesApi', 'PageRequestFlood', STAGE_CONFIG[stage].pagesThrottle],
  ])('fire when %s receives half of the requests that its own throttle allows', (api, name, throttle) => {
    expect(alarms.find((alarm) => alarm.name.endsWith(`-${name}`))?.properties).toMatchObject({
      MetricName: 'Count',
      Dimensions: [{ Name: 'ApiId', Value: `\${${api}}` }],
      Threshold: (throttle.ratePerSecond * 300) / 2,
    });
  });

  it('fire when functions use four fifths of the unreserved concurrency', () => {
    const reserved = functionsOf(stage).reduce(
      (sum, { properties }) => sum + Number(properties['ReservedConcurrentExecutions'] ?? 0),
      0,
    );

    expect(reserved).toBe(reservationOf(STAGE_CONFIG[stage]));
    expect(alarms.find(({ name }) => name.endsWith('Concurrency'))?.properties).toMatchObject({
      MetricName: 'UnreservedConcurrentExecutions',
      Statistic: 'Maximum',
      Threshold: Math.floor(0.8 * (STAGE_CONFIG[stage].accountConcurrency - reserved)),
    });
    expect(alarms.find(({ name }) => name.endsWith('Concurrency'))?.properties).not.toHaveProperty(
      'Dimensions',
    );
  });

  it.each([
    ['AccessLogs', 'RejectedRequests'],
    ['PagesAccessLogs', 'RejectedPageRequests'],
  ])('fire when many calls are rejected with 429, by the lines of %s', (logs, MetricName) => {
    const filter = resourcesOf(stage, 'AWS::Logs::MetricFilter').find(
      ({ properties }) => properties['LogGroupName'] === `\${${logs}}`,
    );

    expect(filter?.properties).toMatchObject({
      FilterPattern: '{ $.status = "429" }',
      MetricTransformations: [{ MetricNamespace: `workspace-${stage}`, MetricName }],
    });
    expect(alarms.find(({ name }) => name.endsWith(`-${MetricName}`))?.properties).toMatchObject({
      Namespace: `workspace-${stage}`,
      MetricName,
      Statistic: 'Sum',
      Threshold: 100,
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
      AlarmActions: ['${WarnTopic}'],
    });
  });

  it.each([
    ['deliver-webhook', '${DeliverWebhookLogs}'],
    ['publish-post', '${PublishPostLogs}'],
    ['remove-publications', '${RemovePublicationsLogs}'],
  ])(
    'page when the key service prevents %s from decrypting secrets, which neither age nor lateness shows',
    (service, logs) => {
      const filters = resourcesOf(stage, 'AWS::Logs::MetricFilter').map(({ properties }) => properties);

      expect(filters).toContainEqual(
        expect.objectContaining({ LogGroupName: logs, FilterPattern: '{ $.code = "SECRET_UNAVAILABLE" }' }),
      );
      expect(find(stage, { MetricName: 'UnopenedSecrets', of: service })).toMatchObject({
        Namespace: `workspace-${stage}`,
        Threshold: 0,
        Period: 60,
        DatapointsToAlarm: 3,
        EvaluationPeriods: 5,
        AlarmActions: ['${PageTopic}'],
      });
    },
  );
});

describe.each(WATCHED)('alarms of %s on outcomes', (stage) => {
  it.each([
    ['DeliverySuccess', 'Delivered', 'deliver-webhook', 100, 10, 900, '${WarnTopic}'],
    ['DeliveryFailure', 'Delivered', 'deliver-webhook', 100, 50, 300, '${PageTopic}'],
    ['PublishFailures', 'Published', 'publish-post', 10, 50, 900, '${PageTopic}'],
  ])(
    '%s fires on the zeros of %s, if there are enough values',
    (name, MetricName, service, fewest, percent, Period, topic) => {
      const alarm = alarmsOf(stage).find((candidate) => candidate.name.endsWith(`-${name}`));
      const Metric = {
        Namespace: `workspace-${stage}`,
        MetricName,
        Dimensions: [{ Name: 'service', Value: service }],
      };

      expect(alarm?.properties).toMatchObject({
        Threshold: percent,
        AlarmActions: [topic],
        Metrics: [
          { Expression: `IF(made >= ${fewest}, 100 * (made - ok) / made, 0)` },
          { Id: 'ok', MetricStat: { Metric, Stat: 'Sum', Period } },
          { Id: 'made', MetricStat: { Metric, Stat: 'SampleCount', Period } },
        ],
      });
    },
  );

  it('page when a quarter of the attempts is blocked, with two figures that are always both present', () => {
    const alarm = alarmsOf(stage).find(({ name }) => name.endsWith('-Blocked'));

    expect(alarm?.properties).toMatchObject({
      Threshold: 25,
      AlarmActions: ['${PageTopic}'],
      Metrics: [
        { Expression: 'IF(blocked >= 20, 100 * blocked / made, 0)' },
        {
          Id: 'blocked',
          MetricStat: {
            Metric: {
              MetricName: 'Attempts',
              Dimensions: [
                { Name: 'outcome', Value: 'blocked' },
                { Name: 'service', Value: 'deliver-webhook' },
              ],
            },
            Stat: 'Sum',
            Period: 900,
          },
        },
        { Id: 'made', MetricStat: { Metric: { MetricName: 'Delivered' }, Stat: 'SampleCount', Period: 900 } },
      ],
    });
  });

  it('fire when one webhook in ten is repeatedly a minute late, if there are enough of them', () => {
    const alarm = alarmsOf(stage).find(({ name }) => name.endsWith('-Lateness'));
    const Metric = { MetricName: 'Lateness', Namespace: `workspace-${stage}` };

    expect(alarm?.properties).toMatchObject({
      Threshold: 60,
      DatapointsToAlarm: 2,
      EvaluationPeriods: 3,
      Metrics: [
        { Expression: 'IF(attempts >= 50, late, 0)' },
        { Id: 'late', MetricStat: { Metric, Stat: 'p90', Period: 300 } },
        { Id: 'attempts', MetricStat: { Metric, Stat: 'SampleCount', Period: 300 } },
      ],
    });
  });

  it('fire when a contact is not erased in time', () => {
    expect(find(stage, { MetricName: 'LateErasures', of: 'redact-payloads' })).toMatchObject({
      Threshold: 0,
    });
    expect(
      resourcesOf(stage, 'AWS::Logs::MetricFilter').map(({ properties }) => properties['FilterPattern']),
    ).toContain('{ $.code = "ERASURE_LATE" }');
  });

  it.each([
    ['CoreTable', CORE_TABLE],
    ['DeliveryTable', DELIVERY_TABLE],
  ])('fire when %s or one of its indexes throttles calls', (table, { indexes }) => {
    const ofTable = { Name: 'TableName', Value: `\${${table}}` };
    for (const MetricName of ['ReadThrottleEvents', 'WriteThrottleEvents']) {
      const watched = alarmsOf(stage)
        .filter(({ properties }) => properties['MetricName'] === MetricName)
        .map(({ properties }) => properties['Dimensions']);

      expect(watched).toContainEqual([ofTable]);
      for (const { name } of indexes)
        expect(watched).toContainEqual([{ Name: 'GlobalSecondaryIndexName', Value: name }, ofTable]);
    }
  });
});

describe.each(STAGES)('the topics of %s', (stage) => {
  const policies = resourcesOf(stage, 'AWS::SNS::TopicPolicy');

  it.each(['PageTopic', 'WarnTopic'])(
    '%s accepts what CloudWatch and cost monitors of the same account publish, over TLS only',
    (topic) => {
      const own = policies.find(({ properties }) => asList(properties['Topics']).includes(`\${${topic}}`));

      expect(at(own?.properties, 'PolicyDocument', 'Statement')).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({
          Effect: 'Allow',
          Principal: {
            Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com', 'costalerts.amazonaws.com'],
          },
          Action: 'sns:Publish',
          Resource: `\${${topic}}`,
          Condition: { StringEquals: { 'aws:SourceAccount': '${AWS::AccountId}' } },
        }),
      ]);
    },
  );
});

function alarmsOf(stage: Stage) {
  return resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ stack, properties }) => ({
    stack,
    properties,
    name: String(properties['AlarmName']),
    page: /runbooks\/([a-z-]+)\.md$/mu.exec(String(properties['AlarmDescription']))?.[1],
  }));
}

function find(stage: Stage, { MetricName, of }: { readonly MetricName: string; readonly of: string }) {
  const properties = alarmsOf(stage).map((alarm) => alarm.properties);
  return properties.find(
    (alarm) =>
      alarm['MetricName'] === MetricName &&
      asList(alarm['Dimensions']).some((dimension) => at(dimension, 'Value') === of),
  );
}

/** The target of each permission to invoke; an alias stands for its function. */
function mappingsOf(stage: Stage): readonly { readonly source: string; readonly functionId: string }[] {
  return resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => ({
    source: String(properties['EventSourceArn']),
    functionId: String(properties['FunctionName']).slice('${'.length, -1).replace(/Live$/u, 'Function'),
  }));
}
