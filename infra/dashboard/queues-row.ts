import { Duration } from 'aws-cdk-lib';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';
import type { Stage } from '#infra/config.ts';

/** Every queue, dead letters included. */
export function queuesRow(stage: Stage): Row {
  const every = (metric: string) =>
    everyOne(stage, {
      schema: 'AWS/SQS,QueueName',
      metric,
      statistic: 'Maximum',
      period: Duration.minutes(1),
    });
  return {
    title: 'Queues',
    widgets: [
      graph('Waiting now', [every('ApproximateNumberOfMessagesVisible')]),
      graph('Age of the oldest message, s', [every('ApproximateAgeOfOldestMessage')]),
      // At 120,000 in flight a queue goes silent.
      graph('In the hands of consumers', [every('ApproximateNumberOfMessagesNotVisible')]),
    ],
  };
}
