import { Duration } from 'aws-cdk-lib';
import type { Stage } from '#infra/config.ts';
import { everyOne, graph } from './graph.ts';
import type { Row } from './graph.ts';

/** Every queue, including dead-letter queues. */
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
      graph('Visible messages', [every('ApproximateNumberOfMessagesVisible')]),
      graph('Age of the oldest message, s', [every('ApproximateAgeOfOldestMessage')]),
      // With 120,000 messages in flight a queue returns no more.
      graph('Messages in flight', [every('ApproximateNumberOfMessagesNotVisible')]),
    ],
  };
}
