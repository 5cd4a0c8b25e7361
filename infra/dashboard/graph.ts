import { Duration } from 'aws-cdk-lib';
import { GraphWidget, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { GraphWidgetProps, IMetric, IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';

/** One row of a concern: its title, and three graphs of the same size. */
export type Row = { readonly title: string; readonly widgets: readonly IWidget[] };

/** A third of a row. */
export function graph(
  title: string,
  left: readonly IMetric[],
  more: Omit<GraphWidgetProps, 'title' | 'left' | 'width' | 'height'> = {},
): GraphWidget {
  return new GraphWidget({ title, left: [...left], width: 8, height: 6, ...more });
}

export type Search = {
  /** Namespace and the one dimension to look for, such as `AWS/SQS,QueueName`. */
  readonly schema: string;
  readonly metric: string;
  readonly statistic: 'Sum' | 'Maximum' | 'Average';
  readonly period?: Duration;
};

/**
 * A line for every resource of the stage that has the metric, found by name: all names begin with `workspace-<stage>`. So a new
 * queue or function is on the dashboard by itself, and no export holds on to one that is to go.
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

/** One line: the sum over all of them. */
export function inAll(stage: Stage, label: string, search: Search): MathExpression {
  const { expression, period } = everyOne(stage, search);
  return new MathExpression({ expression: `SUM(${expression})`, usingMetrics: {}, label, period });
}
