import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Stage } from '#infra/config.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import { graph, inAll } from './graph.ts';
import type { Row } from './graph.ts';

/** Quantities that determine the bill: capacity units, invocations, duration of functions, messages, bytes of logs. */
export function costRow(stage: Stage, { coreTable, deliveryTable }: DataResources): Row {
  const sum = { statistic: Stats.SUM };
  const functions = { schema: 'AWS/Lambda,FunctionName', statistic: 'Sum' } as const;
  return {
    title: 'Cost drivers',
    widgets: [
      graph('Capacity units of the tables', [
        coreTable.metricConsumedWriteCapacityUnits({ ...sum, label: 'core, written' }),
        coreTable.metricConsumedReadCapacityUnits({ ...sum, label: 'core, read' }),
        deliveryTable.metricConsumedWriteCapacityUnits({ ...sum, label: 'deliveries, written' }),
        deliveryTable.metricConsumedReadCapacityUnits({ ...sum, label: 'deliveries, read' }),
      ]),
      graph('Functions', [inAll(stage, 'invocations', { ...functions, metric: 'Invocations' })], {
        right: [inAll(stage, 'milliseconds', { ...functions, metric: 'Duration' })],
      }),
      graph(
        'Messages and logs',
        [
          inAll(stage, 'messages sent', {
            schema: 'AWS/SQS,QueueName',
            metric: 'NumberOfMessagesSent',
            statistic: 'Sum',
          }),
        ],
        {
          right: [
            inAll(stage, 'bytes logged', {
              schema: 'AWS/Logs,LogGroupName',
              metric: 'IncomingBytes',
              statistic: 'Sum',
            }),
          ],
        },
      ),
    ],
  };
}
