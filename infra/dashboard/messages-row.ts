import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { platformMetric } from '#infra/constructs/platform-metric.ts';
import { MESSAGING_METRICS, RECEIPT_OUTCOMES, SEND_OUTCOMES } from '#shared/messaging/metrics.ts';
import type { Metric } from '#shared/platform/core/metric.ts';
import { metricsNamespace } from '#shared/platform/metrics.ts';
import { graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Messages to contacts, and what providers report about them. */
export function messagesRow(stage: Stage): Row {
  return {
    title: 'Messages to contacts',
    widgets: [
      graph(
        'Requests to send, by channel and result',
        SEND_OUTCOMES.map(
          (outcome) =>
            new MathExpression({
              expression: `SEARCH('{"${metricsNamespace(stage)}",service,provider,outcome} MetricName="Messages" outcome="${outcome}"', 'Sum', 300)`,
              usingMetrics: {},
              label: `\${PROP('Dim.provider')} ${outcome}`,
            }),
        ),
        { stacked: true },
      ),
      graph('Share of accepted, throttled and unanswered requests', [
        share(stage, MESSAGING_METRICS.accepted, 'accepted'),
        share(stage, MESSAGING_METRICS.throttled, 'throttled'),
        share(stage, MESSAGING_METRICS.withoutResult, 'without a result'),
      ]),
      graph(
        'Receipts and incoming messages',
        RECEIPT_OUTCOMES.map((outcome) =>
          platformMetric(stage, MESSAGING_METRICS.receipts, { outcome }).with({ label: outcome }),
        ),
        { stacked: true },
      ),
    ],
  };
}

function share(stage: Stage, metric: Metric, label: string) {
  return platformMetric(stage, metric, {}, { statistic: Stats.AVERAGE }).with({ label });
}
