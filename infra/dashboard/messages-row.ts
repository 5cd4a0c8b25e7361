import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import { metricsNamespace, platformMetric } from '#infra/constructs/platform-metric.ts';
import { RECEIPT_OUTCOMES, SEND_OUTCOMES } from '#shared/platform/runtime/metric-catalogue.ts';
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
        share(stage, 'Accepted', 'accepted'),
        share(stage, 'Throttled', 'throttled'),
        share(stage, 'WithoutResult', 'without a result'),
      ]),
      graph(
        'Receipts and incoming messages',
        RECEIPT_OUTCOMES.map((outcome) =>
          platformMetric(stage, 'Receipts', { outcome }).with({ label: outcome }),
        ),
        { stacked: true },
      ),
    ],
  };
}

function share(stage: Stage, name: 'Accepted' | 'Throttled' | 'WithoutResult', label: string) {
  return platformMetric(stage, name, {}, { statistic: Stats.AVERAGE }).with({ label });
}
