import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { createMetrics } from '#shared/platform/runtime/metrics.ts';
import { SWEEP_SCANS, type SweepScan } from '#shared/webhooks/metrics.ts';
import { type Found, WATCHED, asList, at, resourcesOf } from '#test/infra/synthesized.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

const PARTS = [0, 1, 2, 3].map((index) => ({ index, of: 4 }));

const lineSchema = v.looseObject({
  _aws: v.object({
    CloudWatchMetrics: v.array(
      v.object({
        Namespace: v.string(),
        Dimensions: v.array(v.array(v.string())),
        Metrics: v.array(v.object({ Name: v.string() })),
      }),
    ),
  }),
});

/** The values that CloudWatch extracts from a line for the metric of an alarm: namespace, name and all dimensions must be equal. */
function valuesOf({ properties }: Found, text: string): number[] {
  const line = v.parse(lineSchema, JSON.parse(text));
  const asked = asList(properties['Dimensions']).map((each) =>
    [at(each, 'Name'), at(each, 'Value')].join('='),
  );
  return line['_aws'].CloudWatchMetrics.flatMap(({ Namespace, Dimensions, Metrics }) => {
    const isSame =
      Namespace === properties['Namespace'] &&
      Metrics.some(({ Name }) => Name === properties['MetricName']) &&
      Dimensions.some(
        (names) =>
          names
            .map((name) => `${name}=${String(line[name])}`)
            .toSorted()
            .join() === asked.toSorted().join(),
      );
    return isSame ? [line[String(properties['MetricName'])]].flat().map(Number) : [];
  });
}

/** Whether the alarm is in ALARM state after the lines of one of its periods. */
function rings(alarm: Found, lines: readonly string[]): boolean {
  const { Statistic, Threshold, ComparisonOperator, Period } = alarm.properties;
  expect({ Statistic, ComparisonOperator, Period }).toEqual({
    Statistic: 'Maximum',
    ComparisonOperator: 'GreaterThanThreshold',
    Period: 300,
  });
  return Math.max(...lines.flatMap((line) => valuesOf(alarm, line))) > Number(Threshold);
}

/** A stage whose sweep runs every minute; the lines of the embedded metric format since the last look. */
async function startSweep(stage: string) {
  const lines: string[] = [];
  const metrics = createMetrics(`workspace-${stage}`, (line) => void lines.push(line));
  const fixture = createSweepFixture(createMemoryFixture(), {}, metrics);
  await fixture.run();

  return {
    ...fixture,
    /** Minutes with a run of these parts each. Returns the lines of the last five. */
    async minutes(count: number, parts = PARTS): Promise<readonly string[]> {
      let latest: string[][] = [];
      for (let minute = 0; minute < count; minute += 1) {
        fixture.clock.advance(MINUTE_MS / 1000);
        await Promise.allSettled(parts.map((part) => fixture.run(part)));
        metrics.flush();
        latest = [...latest.slice(-4), lines.splice(0)];
      }
      return latest.flat();
    },
  };
}

describe.each(WATCHED)('alarms on the lag of the sweep of %s', (stage) => {
  const alarm = (scan: SweepScan, name: 'Lag' | 'FarBehind'): Found => {
    const full = `workspace-${stage}-delivery-sweep-deliveries-${scan === 'events' ? 'Events' : 'Due'}${name}`;
    const found = resourcesOf(stage, 'AWS::CloudWatch::Alarm').find(
      ({ properties }) => properties['AlarmName'] === full,
    );
    if (found === undefined) throw new Error(`${stage} has no alarm ${full}`);
    return found;
  };
  const all = SWEEP_SCANS.flatMap((scan) => [alarm(scan, 'Lag'), alarm(scan, 'FarBehind')]);
  const ringing = (lines: readonly string[]) =>
    all
      .filter((each) => rings(each, lines))
      .map(({ properties }) => String(properties['AlarmName']).split('-').at(-1));

  it('stay silent while every part keeps up', async () => {
    const sweep = await startSweep(stage);

    expect(ringing(await sweep.minutes(30))).toEqual([]);
  });

  it('warn after 15 minutes and page after an hour of a queue that is too long, and end when the sweep has caught up', async () => {
    const sweep = await startSweep(stage);
    await sweep.minutes(5);
    sweep.state.waiting = 10_000;
    expect(ringing(await sweep.minutes(15))).toEqual([]);
    expect(ringing(await sweep.minutes(1))).toEqual(['EventsLag', 'DueLag']);
    expect(ringing(await sweep.minutes(44))).toEqual(['EventsLag', 'DueLag']);
    expect(ringing(await sweep.minutes(1))).toEqual([
      'EventsLag',
      'EventsFarBehind',
      'DueLag',
      'DueFarBehind',
    ]);

    sweep.state.waiting = 0;
    await sweep.minutes(1);
    expect(ringing(await sweep.minutes(5))).toEqual([]);
  });

  it('warn of a part that does not run, although the others keep up', async () => {
    const sweep = await startSweep(stage);
    const [, ...others] = PARTS;

    expect(ringing(await sweep.minutes(16, others))).toEqual(['EventsLag', 'DueLag']);
  });

  it('warn or page, and keep their state while nothing writes the metric', () => {
    for (const scan of SWEEP_SCANS) {
      expect(alarm(scan, 'Lag').properties).toMatchObject({
        Threshold: 900,
        EvaluationPeriods: 1,
        TreatMissingData: 'ignore',
        AlarmActions: ['${WarnTopic}'],
      });
      expect(alarm(scan, 'FarBehind').properties).toMatchObject({
        Threshold: 3600,
        EvaluationPeriods: 1,
        TreatMissingData: 'ignore',
        AlarmActions: ['${PageTopic}'],
      });
    }
  });
});
