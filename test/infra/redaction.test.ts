import { describe, expect, it } from 'vitest';
import { STAGES } from '#infra/config.ts';
import { WATCHED, functionOf, resourceNamed, resourcesOf } from './synthesized.ts';

describe.each(STAGES)('the redaction of payloads of %s', (stage) => {
  it('continues every minute, one run at a time where concurrency is reserved, and repeats no missed tick', () => {
    expect(resourceNamed(stage, 'RedactionSchedule').properties).toEqual({
      GroupName: `workspace-${stage}-redactions`,
      ScheduleExpression: 'rate(1 minute)',
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: '${RedactPayloadsFunction.Arn}',
        RoleArn: '${RedactionSchedulesRole.Arn}',
        RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
        DeadLetterConfig: { Arn: '${RedactionDeadLetters.Arn}' },
      },
    });
    expect(functionOf(stage, 'redact-payloads').properties).toMatchObject({
      Timeout: 60,
      ...(stage === 'dev' ? {} : { ReservedConcurrentExecutions: 1 }),
    });
  });

  it.runIf(WATCHED.includes(stage))('fires when it fails in three of five minutes', () => {
    const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm').map(({ properties }) => properties);

    expect(alarms).toContainEqual(
      expect.objectContaining({
        MetricName: 'Errors',
        Period: 60,
        Threshold: 0,
        DatapointsToAlarm: 3,
        EvaluationPeriods: 5,
        Dimensions: [{ Name: 'FunctionName', Value: '${RedactPayloadsFunction}' }],
      }),
    );
  });
});
