import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { countLogLines } from './log-lines.ts';

/** Fires if pages or workspaces are at their limits of sign-ups: more than fifty sign-ups were rejected in five minutes. */
export function alarmOnSignups(submitSignup: OperationFunction, stage: Stage): void {
  new ImpactAlarm(submitSignup, 'SignupsLimitedAlarm', {
    impact:
      'Visitors cannot sign up on some bio-link pages for up to an hour, or on all pages of a workspace until the day of UTC ends.',
    runbook: 'signups-limited',
    severity: 'warn',
    metric: countLogLines(submitSignup, stage, {
      metric: 'LimitedSignups',
      field: 'code',
      value: 'SIGNUPS_LIMITED',
      period: Duration.minutes(5),
    }),
    above: 50,
    during: { periods: 2, of: 3 },
  });
}
