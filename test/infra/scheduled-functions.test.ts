import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { WATCHED, at, functionOf, resourcesOf } from './synthesized.ts';
import type { Found } from './synthesized.ts';

/** The functions that run every minute, by their schedule, or by the one of their first part. */
const OPERATIONS_BY_SCHEDULE = {
  RedactionSchedule: 'redact-payloads',
  WorkspaceErasureSchedule: 'erase-workspaces',
  WorkspaceExportSchedule: 'export-workspaces',
  ScheduleSweepSchedule: 'sweep-schedules',
  DeliverySweepSchedule0: 'sweep-deliveries',
  SaltDeletionSchedule: 'delete-visitor-salts',
};

describe.each(STAGES)('the functions that run every minute in %s', (stage) => {
  const schedules = resourcesOf(stage, 'AWS::Scheduler::Schedule');
  const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm');

  it('have one schedule each, or one for each of their parts', () => {
    const targets = schedules
      .filter(({ id }) => !/Schedule[1-9]$/u.test(id))
      .map(({ id, properties }) => [id, at(properties, 'Target', 'Arn')]);

    expect(Object.fromEntries(targets)).toEqual(
      Object.fromEntries(
        Object.entries(OPERATIONS_BY_SCHEDULE).map(([id, operation]) => [
          id,
          `\${${functionOf(stage, operation).id}.Arn}`,
        ]),
      ),
    );
  });

  it('get their part from the schedule', () => {
    const inputs = schedules
      .filter(({ properties }) => at(properties, 'Target', 'Input') !== undefined)
      .map(({ id, properties }) => [id, at(properties, 'Target', 'Arn'), at(properties, 'Target', 'Input')]);
    const sweep = `\${${functionOf(stage, 'sweep-deliveries').id}.Arn}`;

    expect(inputs).toEqual(
      [0, 1, 2, 3].map((part) => [`DeliverySweepSchedule${part}`, sweep, `{"part":${part}}`]),
    );
  });

  it('have a whole core for the sweep of deliveries', () => {
    expect(functionOf(stage, 'sweep-deliveries').properties['MemorySize']).toBe(1769);
  });

  describe.each(Object.entries(OPERATIONS_BY_SCHEDULE))('%s → %s', (schedule, operation) => {
    const { id, properties } = functionOf(stage, operation);
    const parts = operation === 'sweep-deliveries' ? 4 : 1;

    it('has one run at a time, or one of each part, where concurrency is reserved, and never starts after its minute', () => {
      const invoked = resourcesOf(stage, 'AWS::Lambda::EventInvokeConfig').find(
        (config) => config.properties['FunctionName'] === `\${${id}}`,
      );

      expect(properties['Timeout']).toBe(60);
      expect(properties['ReservedConcurrentExecutions']).toBe(stage === 'dev' ? undefined : parts);
      expect(invoked?.properties).toMatchObject({ MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 });
    });

    it.runIf(WATCHED.includes(stage))(
      'fires when it, or one of its parts, has not run for ten minutes, which is missing data',
      () => {
        const alarm = alarmNamed(alarms, `${operation}-Heartbeat`);
        const [expression, runs] = metricsOf(alarm);

        expect(alarm).toMatchObject({
          TreatMissingData: 'breaching',
          ComparisonOperator: 'GreaterThanThreshold',
          Threshold: 0,
          EvaluationPeriods: 1,
        });
        // Three parts have 30 runs in ten minutes, give or take one each; four have 40.
        expect(expression).toMatchObject({
          Expression: `IF(runs > ${parts === 1 ? 0 : 35}, 0, 1)`,
          ReturnData: true,
        });
        expect(runs).toMatchObject({
          Id: 'runs',
          ReturnData: false,
          MetricStat: {
            Metric: {
              Namespace: 'AWS/Lambda',
              MetricName: 'Invocations',
              Dimensions: [{ Name: 'FunctionName', Value: `\${${id}}` }],
            },
            Period: 600,
            Stat: 'Sum',
          },
        });
      },
    );

    it.runIf(WATCHED.includes(stage))('fires when it fails in three of five minutes', () => {
      expect(alarmNamed(alarms, `-${operation}-Errors`)).toMatchObject({
        MetricName: 'Errors',
        Threshold: 0,
        Period: 60,
        DatapointsToAlarm: 3,
        EvaluationPeriods: 5,
        Dimensions: [{ Name: 'FunctionName', Value: `\${${id}}` }],
      });
    });

    it.runIf(WATCHED.includes(stage))(
      'fires when a tick is dropped, arrives in the DLQ or is rejected by it',
      () => {
        const { properties: clock } = schedules.find((found) => found.id === schedule) ?? {};
        const deadLetters = String(at(clock, 'Target', 'DeadLetterConfig', 'Arn'));
        const rung = alarms.map((alarm) => alarm.properties);

        expect(
          rung.find(
            ({ MetricName, Dimensions }) =>
              MetricName === 'ApproximateNumberOfMessagesVisible' &&
              at(Dimensions, 0, 'Value') === deadLetters.replace('.Arn}', '.QueueName}'),
          ),
        ).toMatchObject({ Threshold: 0 });
        expect(
          rung.find(
            ({ MetricName, Dimensions }) =>
              MetricName === 'InvocationsFailedToBeSentToDeadLetterCount' &&
              at(Dimensions, 0, 'Value') === at(clock, 'GroupName'),
          ),
        ).toMatchObject({ Namespace: 'AWS/Scheduler', Threshold: 0 });
      },
    );
  });
});

function alarmNamed(alarms: readonly Found[], name: string): unknown {
  return alarms.find(({ properties }) => String(properties['AlarmName']).endsWith(name))?.properties;
}

function metricsOf(alarm: unknown): readonly unknown[] {
  return [at(alarm, 'Metrics', 0), at(alarm, 'Metrics', 1)];
}
