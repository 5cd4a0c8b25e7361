import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

/**
 * Fires if KMS fails to decrypt a consumer's secrets for minutes. No other alarm would fire: such a message counts as handled and is
 * sent again with a delay of one minute, so no message gets old or late. After a single failure the next attempt succeeds.
 */
export function alarmOnSecrets(consumer: OperationFunction, stage: Stage, impact: string): void {
  new ImpactAlarm(consumer, 'SecretsAlarm', {
    impact: `${impact}: KMS fails to decrypt the secrets that they need. Each message is retried every minute.`,
    runbook: 'key-service',
    severity: 'page',
    metric: countLogLines(consumer, stage, {
      metric: 'UnopenedSecrets',
      field: 'code',
      value: 'SECRET_UNAVAILABLE',
      period: Duration.minutes(1),
    }),
    above: 0,
    during: { periods: 3, of: 5 },
  });
}
