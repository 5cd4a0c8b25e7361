import { Duration } from 'aws-cdk-lib';
import { Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';

const RATES = [
  { name: 'MailBounces', metricName: 'Reputation.BounceRate', above: 0.05, what: 'cannot be delivered' },
  {
    name: 'MailComplaints',
    metricName: 'Reputation.ComplaintRate',
    above: 0.001,
    what: 'are reported as spam',
  },
];

/**
 * Fires at the rates above which SES reviews an account. At 10 % of bounces or 0.5 % of complaints, SES stops all mail of the account. The
 * rates are those of the account, because SES judges the account and not a stage. Hours without a mail have no data and change no rate, so
 * the alarm keeps its state, as the documentation of SES recommends.
 */
export function alarmOnMail(sender: OperationFunction): void {
  for (const { name, metricName, above, what } of RATES)
    new ImpactAlarm(sender, `${name}Alarm`, {
      impact: `Too many mails of the account ${what}. If the rate rises, SES stops all mail of the account, including notifications.`,
      runbook: 'mail-reputation',
      severity: 'warn',
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName,
        statistic: Stats.AVERAGE,
        period: Duration.hours(1),
      }),
      above,
      treatMissingData: TreatMissingData.IGNORE,
    });
}
