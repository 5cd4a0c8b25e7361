import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

/** Fires if passwords of pages are being guessed: more than a hundred attempts in five minutes at pages that are guarded already. */
export function alarmOnUnlocks(unlockPage: OperationFunction, stage: Stage): void {
  new ImpactAlarm(unlockPage, 'UnlockFloodAlarm', {
    impact:
      'Passwords of bio-link pages are being guessed from many networks. Visitors who mistype a password of these pages more than twice wait up to ten minutes.',
    runbook: 'unlock-flood',
    severity: 'warn',
    metric: countLogLines(unlockPage, stage, {
      metric: 'GuardedUnlocks',
      field: 'code',
      value: 'UNLOCK_FLOOD',
      period: Duration.minutes(5),
    }),
    above: 100,
    during: { periods: 2, of: 3 },
  });
}
