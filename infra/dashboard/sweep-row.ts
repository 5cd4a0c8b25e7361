import { Duration } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { SWEEP_SCANS, WEBHOOKS_METRICS } from '#shared/webhooks/metrics.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

const { service } = WEBHOOKS_METRICS.sweepLag;

/** The sweep that finds lost deliveries: whether it keeps up, and how much of a minute its runs need. */
export function sweepRow(stage: Stage): Row {
  const ofRuns = (metricName: string, statistic: string): Metric =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { FunctionName: `workspace-${stage}-${service}` },
      statistic,
      period: Duration.minutes(1),
    });
  return {
    title: 'Sweep of deliveries',
    widgets: [
      graph(
        'Behind, s',
        SWEEP_SCANS.map((scan) =>
          platformMetric(stage, WEBHOOKS_METRICS.sweepLag, { scan }, { statistic: Stats.MAXIMUM }).with({
            label: scan,
          }),
        ),
      ),
      graph('Longest run, ms', [ofRuns('Duration', Stats.MAXIMUM)]),
      graph('Runs', [ofRuns('Invocations', Stats.SUM), ofRuns('Errors', Stats.SUM)]),
    ],
  };
}
