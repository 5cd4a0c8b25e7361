import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '#infra/cdk-context.ts';
import { STAGES } from '#infra/config.ts';
import { RUNBOOKS } from '#infra/constructs/runbook.ts';
import { asList, at, functionsOf, resourcesOf } from './synthesized.ts';
import type { Stage } from '#infra/config.ts';

const FOLDER = join(REPOSITORY, 'docs/runbooks');
/** What somebody who was woken needs, in this order. */
const SECTIONS = ['What it means', 'First look', 'Mend', 'Afterwards'];
const pages = readdirSync(FOLDER).map((file) => file.replace(/\.md$/u, ''));

describe('runbooks', () => {
  it('are the pages that alarms may name', () => {
    expect(pages.toSorted()).toEqual([...RUNBOOKS].toSorted());
  });

  it.each(pages)(
    '%s says what it means, where to look with a command to copy, what to do, and what then',
    (page) => {
      const text = readFileSync(join(FOLDER, `${page}.md`), 'utf8');
      const sections = [...text.matchAll(/^## (.+)$/gmu)].map(([, title]) => title ?? '');
      const firstLook = text.split('## First look')[1]?.split('\n## ')[0];

      expect(sections.filter((title) => SECTIONS.includes(title))).toEqual(SECTIONS);
      expect(firstLook).toMatch(/```(?:sh|sql)\n/u);
    },
  );
});

describe('links of the runbooks', () => {
  it.each(pages)('of %s lead somewhere', (page) => {
    const text = readFileSync(join(FOLDER, `${page}.md`), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\(([^)]+)\)/gu)) {
      const [file = '', anchor] = target.split('#');
      const linked = join(FOLDER, file);

      expect([target, existsSync(linked)]).toEqual([target, true]);
      if (anchor !== undefined) expect(anchorsOf(readFileSync(linked, 'utf8'))).toContain(anchor);
    }
  });
});

describe.each(STAGES)('alarms of %s', (stage) => {
  const alarms = alarmsOf(stage);

  it.each(alarms)('$name says what customers notice, and which runbook helps', ({ properties }) => {
    const [, impact, page] =
      /^(.*) Runbook: docs\/runbooks\/([a-z-]+)\.md$/u.exec(String(properties['AlarmDescription'])) ?? [];

    expect(impact).toMatch(/^[A-Z].{40,}\.$/u);
    expect(pages).toContain(page);
  });

  it('are there for every runbook', () => {
    const named = alarms.map(({ page }) => page);

    expect(pages.filter((page) => !named.includes(page))).toEqual([]);
  });

  it.each(alarms)(
    '$name wakes somebody or writes to somebody, not both, and takes silence for health',
    (alarm) => {
      const { AlarmActions, OKActions, TreatMissingData } = alarm.properties;

      expect([['${PageTopic}'], ['${WarnTopic}']]).toContainEqual(AlarmActions);
      // Who was woken hears when it is over.
      expect(asList(OKActions)).toEqual(asList(AlarmActions).filter((topic) => topic === '${PageTopic}'));
      expect(TreatMissingData).toBe('notBreaching');
    },
  );

  it('have names of their own that begin with their stack', () => {
    expect(new Set(alarms.map(({ name }) => name)).size).toBe(alarms.length);
    for (const { name, stack } of alarms) expect(name.startsWith(`${stack}-`)).toBe(true);
  });

  it('ring with the first message in every queue that nothing consumes', () => {
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

  it('ring when messages get old in every queue that is consumed, later than any wait on purpose', () => {
    const queues = mappingsOf(stage).filter(({ source }) => source.endsWith('Queue.Arn}'));

    expect(queues.length).toBeGreaterThan(6);
    for (const { source } of queues) {
      const name = source.replace('.Arn}', '.QueueName}');
      expect(find(stage, { MetricName: 'ApproximateAgeOfOldestMessage', of: name })).toMatchObject({
        Threshold: 1200,
      });
    }
  });

  it('ring when a consumer of the stream is a minute behind', () => {
    const streams = mappingsOf(stage).filter(({ source }) => source.endsWith('.StreamArn}'));

    expect(streams).toHaveLength(2);
    for (const { functionId } of streams)
      expect(find(stage, { MetricName: 'IteratorAge', of: `\${${functionId}}` })).toMatchObject({
        Threshold: 60_000,
      });
  });

  it('ring when Lambda refuses to run any function that is not behind the API', () => {
    const behindApi = resourcesOf(stage, 'AWS::Lambda::Permission').map(({ properties }) =>
      String(properties['FunctionName']),
    );
    const others = functionsOf(stage).filter(({ id }) => !behindApi.includes(`\${${id}.Arn}`));

    expect(others.length).toBeGreaterThan(10);
    for (const { id } of others)
      expect(find(stage, { MetricName: 'Throttles', of: `\${${id}}` })).toMatchObject({ Threshold: 0 });
  });

  it('ring when schedules are given up, go to the dead letters or find their target closed', () => {
    const minutely = resourcesOf(stage, 'AWS::Scheduler::Schedule').map(
      ({ properties }) => properties['GroupName'],
    );
    const groups = resourcesOf(stage, 'AWS::Scheduler::ScheduleGroup').filter(
      // Ticks of a clock are not given up, they go to a queue that rings.
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

  it('ring when the API fails one call in a hundred, takes three seconds, or eats up the concurrency of the account', () => {
    const all = alarms.map(({ properties }) => JSON.stringify(properties));

    expect(all.find((text) => text.includes('100 * failed / made'))).toMatch(/"5xx".*"Count"/u);
    expect(find(stage, { MetricName: 'Latency', of: '${HttpApi}' })).toMatchObject({
      ExtendedStatistic: 'p99',
      Threshold: 3000,
    });
    expect(alarms.find(({ name }) => name.endsWith('Concurrency'))?.properties).toMatchObject({
      MetricName: 'ConcurrentExecutions',
      Threshold: 800,
    });
  });
});

describe.each(STAGES)('alarms of %s on outcomes', (stage) => {
  it.each([
    ['DeliverySuccess', 'Delivered', 'deliver-webhook', 100, 10],
    ['PublishFailures', 'Published', 'publish-post', 10, 50],
  ])(
    '%s rings on the zeros of %s, if there are enough values',
    (name, MetricName, service, fewest, percent) => {
      const alarm = alarmsOf(stage).find((candidate) => candidate.name.endsWith(`-${name}`));
      const Metric = {
        Namespace: `workspace-${stage}`,
        MetricName,
        Dimensions: [{ Name: 'service', Value: service }],
      };

      expect(alarm?.properties).toMatchObject({
        Threshold: percent,
        Metrics: [
          { Expression: `IF(made >= ${fewest}, 100 * (made - ok) / made, 0)` },
          { Id: 'ok', MetricStat: { Metric, Stat: 'Sum', Period: 900 } },
          { Id: 'made', MetricStat: { Metric, Stat: 'SampleCount', Period: 900 } },
        ],
      });
    },
  );

  it('ring when one webhook in ten is taken a minute too late, and when a contact is not forgotten in time', () => {
    expect(find(stage, { MetricName: 'Lateness', of: 'deliver-webhook' })).toMatchObject({
      ExtendedStatistic: 'p90',
      Threshold: 60,
    });
    expect(find(stage, { MetricName: 'LateErasures', of: 'blank-payloads' })).toMatchObject({ Threshold: 0 });
    expect(
      resourcesOf(stage, 'AWS::Logs::MetricFilter').map(({ properties }) => properties['FilterPattern']),
    ).toContain('{ $.code = "ERASURE_LATE" }');
  });

  it('ring when a table refuses calls', () => {
    for (const table of ['CoreTable', 'DeliveryTable'])
      for (const kind of ['Read', 'Write'])
        expect(find(stage, { MetricName: `${kind}ThrottleEvents`, of: `\${${table}}` })).toBeDefined();
  });
});

describe.each(STAGES)('the topics of %s', (stage) => {
  const policies = resourcesOf(stage, 'AWS::SNS::TopicPolicy');

  it.each(['PageTopic', 'WarnTopic'])(
    '%s takes what CloudWatch of the own account publishes, over TLS only',
    (topic) => {
      const own = policies.find(({ properties }) => asList(properties['Topics']).includes(`\${${topic}}`));

      expect(at(own?.properties, 'PolicyDocument', 'Statement')).toEqual([
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
        expect.objectContaining({
          Effect: 'Allow',
          Principal: { Service: 'cloudwatch.amazonaws.com' },
          Action: 'sns:Publish',
          Resource: `\${${topic}}`,
          Condition: { StringEquals: { 'aws:SourceAccount': '${AWS::AccountId}' } },
        }),
      ]);
    },
  );
});

function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gmu)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function alarmsOf(stage: Stage) {
  return resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ stack, properties }) => ({
    stack,
    properties,
    name: String(properties['AlarmName']),
    page: /runbooks\/([a-z-]+)\.md$/u.exec(String(properties['AlarmDescription']))?.[1],
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

/** What is invoked for what; an alias stands for its function. */
function mappingsOf(stage: Stage): readonly { readonly source: string; readonly functionId: string }[] {
  return resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').map(({ properties }) => ({
    source: String(properties['EventSourceArn']),
    functionId: String(properties['FunctionName']).slice('${'.length, -1).replace(/Live$/u, 'Function'),
  }));
}
