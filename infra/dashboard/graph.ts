import { Duration } from 'aws-cdk-lib';
import { GraphWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { GraphWidgetProps, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';

/** One row of the dashboard: its title and three graphs of the same size. */
export type Row = { readonly title: string; readonly widgets: readonly IWidget[] };

/** A graph with a third of a row's width. */
export function graph(
  title: string,
  left: readonly IMetric[],
  more: Omit<GraphWidgetProps, 'title' | 'left' | 'width' | 'height'> = {},
): GraphWidget {
  return new GraphWidget({ title, left: [...left], width: 8, height: 6, ...more });
}

export type Search = {
  /** Namespace and the one dimension to search for, such as `AWS/SQS,QueueName`. */
  readonly schema: string;
  readonly metric: string;
  readonly statistic: 'Sum' | 'Maximum' | 'Average';
  readonly period?: Duration;
};

/**
 * A line for every resource of the stage that has the metric, found by name: all names begin with `workspace-<stage>`. New queues
 * and functions appear automatically, and no export prevents the removal of one.
 */
export function everyOne(
  stage: Stage,
  { schema, metric, statistic, period = Duration.minutes(5) }: Search,
): MathExpression {
  const [, dimension = ''] = schema.split(',');
  return new MathExpression({
    expression: `SEARCH('{${schema}} MetricName="${metric}" workspace ${stage}', '${statistic}', ${period.toSeconds()})`,
    usingMetrics: {},
    label: `\${PROP('Dim.${dimension}')} \${PROP('MetricName')}`,
    period,
  });
}

/** One line with the sum over all resources. */
export function inAll(stage: Stage, label: string, search: Search): MathExpression {
  const { expression, period } = everyOne(stage, search);
  return new MathExpression({ expression: `SUM(${expression})`, usingMetrics: {}, label, period });
}
