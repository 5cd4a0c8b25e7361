import { Duration } from 'aws-cdk-lib';
import { Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { ImpactAlarm } from '#infra/constructs/impact-alarm.ts';
import { pascalCase } from '#infra/constructs/logical-id.ts';
import type { OperationFunction } from '#infra/constructs/operation-function.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { SWEEP_SCANS, type SweepScan, WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';

/** What customers notice while a scan is behind. */
const LATE: Readonly<Record<SweepScan, string>> = {
  events: 'First attempts of webhooks whose message was lost are late',
  due: 'Retries of webhooks whose message was lost are late',
};

/** What each run did, which is not an error when it is behind. The runbook explains the lines. */
const RUNS =
  'filter code = "DELIVERIES_SWEPT" or code = "SWEEP_PAUSED" or code = "SWEEP_SCAN_FAILED"\n| sort @timestamp desc';

/**
 * Two alarms on how far each scan of the sweep is behind. The lag is that of the slowest shard, so it also shows a part that does not run. If
 * no part runs, nothing writes the metric: the lag only grows, so the alarm keeps its state, and the alarm on missing runs fires.
 */
export function alarmOnSweepLag(sweep: OperationFunction, stage: Stage): void {
  for (const scan of SWEEP_SCANS) {
    const shared = {
      runbook: 'sweep-lag',
      logs: { functions: ['sweep-deliveries'], query: RUNS },
      metric: platformMetric(stage, WEBHOOKS_METRICS.sweepLag, { scan }, { statistic: Stats.MAXIMUM }),
      treatMissingData: TreatMissingData.IGNORE,
    } as const;
    new ImpactAlarm(sweep, `${pascalCase(scan)}LagAlarm`, {
      ...shared,
      impact: `${LATE[scan]}: the sweep is more than 15 minutes behind.`,
      severity: 'warn',
      above: Duration.minutes(15).toSeconds(),
    });
    new ImpactAlarm(sweep, `${pascalCase(scan)}FarBehindAlarm`, {
      ...shared,
      impact: `${LATE[scan]}: the sweep is more than an hour behind. After seven days, an event can no longer be sent.`,
      severity: 'page',
      above: Duration.hours(1).toSeconds(),
    });
  }
}
