import { Duration } from 'aws-cdk-lib';
import { ImpactAlarm } from './impact-alarm.ts';
import { linesOf } from './log-lines.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import type { Stage } from '#infra/config.ts';

/**
 * Rings when the key service does not open what a consumer needs, minute after minute. Nothing else would tell: such a message is
 * handled, its successor is due a minute later, and so neither gets old nor late. One that was refused once goes out with the next try.
 */
export function alarmOnSecrets(consumer: OperationFunction, stage: Stage, impact: string): void {
  new ImpactAlarm(consumer, 'SecretsAlarm', {
    impact: `${impact}: the key service has not opened their secrets for minutes. They wait and are tried again every minute.`,
    runbook: 'key-service',
    severity: 'page',
    metric: linesOf(consumer, stage, {
      metric: 'UnopenedSecrets',
      field: 'code',
      value: 'SECRET_UNAVAILABLE',
      period: Duration.minutes(1),
    }),
    above: 0,
    during: { periods: 3, of: 5 },
  });
}
