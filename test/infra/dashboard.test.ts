import { describe, expect, it } from 'vitest';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { BROADCASTS_METRICS } from '#shared/broadcasts/metrics.ts';
import { MESSAGING_METRICS } from '#shared/messaging/metrics.ts';
import { DIMENSIONS, type Metric } from '#shared/platform/core/metric.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';
import { PUBLISHING_METRICS } from '#shared/publishing/metrics.ts';
import { WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';
import { WATCHED, asList, at, functionsOf, resourcesOf } from './synthesized.ts';

describe.each(WATCHED)('the dashboard of %s', (stage) => {
  const body = bodyOf(stage);
  const widgets = asList(at(body, 'widgets'));

  it('is unique, with a row for each concern', () => {
    expect(resourcesOf(stage, 'AWS::CloudWatch::Dashboard')).toHaveLength(1);
    expect(widgets.flatMap((widget) => asList(at(widget, 'properties', 'markdown')))).toEqual([
      '## API',
      '## Pages',
      '## Deliveries',
      '## Queues',
      '## Stream and schedules',
      '## Sweep of deliveries',
      '## Posts and broadcasts',
      '## Messages to contacts',
      '## Messages of broadcasts',
      '## Cost drivers',
    ]);
  });

  it('shows the state of every alarm', () => {
    const shown: readonly string[] = asList(at(widgets[0], 'properties', 'alarms')).map(
      (arn) => String(arn).split(':alarm:')[1] ?? '',
    );
    const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(
      ({ properties }) => properties['AlarmName'],
    );

    expect(shown.toSorted()).toEqual(alarms.map(String).toSorted());
  });

  it('finds queues, functions and schedule groups by the prefix of their names', () => {
    const searches = [...JSON.stringify(body).matchAll(/SEARCH\('\{AWS[^']*'/gu)].map(([search]) => search);
    const names = [
      ...functionsOf(stage).map(({ properties }) => properties['FunctionName']),
      ...resourcesOf(stage, 'AWS::Scheduler::ScheduleGroup').map(({ properties }) => properties['Name']),
      // CloudFormation names a queue after its stack.
      ...resourcesOf(stage, 'AWS::SQS::Queue').map(({ stack }) => stack),
    ];

    expect(searches.length).toBeGreaterThan(8);
    for (const search of searches) expect(search).toMatch(new RegExp(` workspace ${stage}'$`, 'u'));
    for (const name of names) expect(name).toMatch(new RegExp(`^workspace-${stage}-`, 'u'));
  });

  it('imports nothing of a stack but its APIs and its tables, so that queues can be added and removed', () => {
    const imports = new Set(
      JSON.stringify(resourcesOf(stage, 'AWS::CloudWatch::Dashboard')).match(/\$\{\w+\}/gu),
    );

    expect([...imports].filter((name) => !name.startsWith('${AWS::')).toSorted()).toEqual([
      '${CoreTable}',
      '${DeliveryTable}',
      '${HttpApi}',
      '${PagesApi}',
    ]);
  });
});

describe.each(WATCHED)('custom metrics in %s', (stage) => {
  it('are emitted into the namespace that alarms and dashboard read', () => {
    const services = new Set(
      [BROADCASTS_METRICS, MESSAGING_METRICS, PUBLISHING_METRICS, WEBHOOKS_METRICS]
        .flatMap((metrics) => Object.values<Metric>(metrics))
        .map(({ service }) => service),
    );
    const emitting = functionsOf(stage).filter(({ operation }) => services.has(operation));
    const namespaces = emitting.map(({ properties }) =>
      metricsNamespace(String(at(properties, 'Environment', 'Variables', 'STAGE'))),
    );

    expect(emitting).toHaveLength(services.size);
    expect(new Set(namespaces)).toEqual(new Set([`workspace-${stage}`]));
  });

  it('are not queried by anything that grows with customers', () => {
    const texts = JSON.stringify(
      resourcesOf(stage)
        .filter(({ type }) => /Alarm|MetricFilter/u.test(type))
        .map(({ properties }) => properties),
    );
    const own = [...texts.matchAll(/"Dimensions":\[[^\]]*\]/gu)].filter(([text]) =>
      text.includes('"service"'),
    );

    expect(own.length).toBeGreaterThan(4);
    for (const [text] of own)
      for (const [, name = ''] of text.matchAll(/"(?:Name|Key)":"([^"]+)"/gu))
        expect(DIMENSIONS).toContain(name);
  });
});

describe('platformMetric', () => {
  it('rejects dimensions other than those that the function emits', () => {
    expect(() => platformMetric('dev', WEBHOOKS_METRICS.attempts, {})).toThrow(
      'Attempts has the dimensions [outcome], not [].',
    );
    expect(() => platformMetric('dev', WEBHOOKS_METRICS.lateness, { outcome: 'success' })).toThrow(
      'Lateness has the dimensions [], not [outcome].',
    );
  });
});

function bodyOf(stage: Stage): unknown {
  const [dashboard] = resourcesOf(stage, 'AWS::CloudWatch::Dashboard');
  return JSON.parse(String(dashboard?.properties['DashboardBody']));
}
