import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/sweep-deliveries/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowSending } from '#infra/constructs/grants.ts';
import { ScheduledFunction } from './scheduled-function.ts';

export type SweepDeliveriesProps = {
  readonly data: DataResources;
  readonly deliveryQueue: IQueue;
  readonly slowQueue: IQueue;
  readonly notificationQueue: IQueue;
};

/**
 * Messages that one invocation of `deliver-webhook` handles in two minutes even if every receiver hangs for 8 s, ten at a time. If
 * more messages wait, a late delivery may not be lost but waiting, and the sweep would only add to the backlog.
 */
const MESSAGES_AN_INVOCATION = 150;

/** Every minute, finds deliveries that were lost between two steps and queues them again. */
export class SweepDeliveries extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: SweepDeliveriesProps) {
    const { data, deliveryQueue, slowQueue, notificationQueue } = props;
    super(scope, deployment, {
      name: 'sweep-deliveries',
      description: 'Finds deliveries whose message or schedule was lost and queues them again',
      stalledImpact: 'Webhooks whose message was lost are not sent',
      schedule: { id: 'DeliverySweep', groupName: 'delivery-sweeps' },
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        SLOW_QUEUE_URL: slowQueue.queueUrl,
        NOTIFICATION_QUEUE_URL: notificationQueue.queueUrl,
        SWEEP_QUEUE_LIMIT: String(concurrencyOf(deployment.config).of.deliver * MESSAGES_AN_INVOCATION),
      },
      statements: statements(props),
    });
  }
}

/**
 * Queries events, overdue deliveries, overdue notifications and due notices by partition; reads deliveries, writes missing ones and postpones overdue
 * ones; adds up counts.
 */
function statements(props: SweepDeliveriesProps): PolicyStatement[] {
  const { data, deliveryQueue, slowQueue, notificationQueue } = props;
  return [
    ...allowItems(
      data,
      'query-events',
      'query-due-deliveries',
      'batch-get-deliveries',
      'put-deliveries',
      'update-deliveries',
      'get-sweep-cursors',
      'put-sweep-cursors',
      'update-sweep-cursors',
      'query-announced-hours',
      'query-attempt-counts',
      'get-attempt-counts',
      'put-attempt-counts',
      'query-due-notifications',
      'update-notifications',
      'query-due-rotation-notices',
      'update-rotation-notices',
    ),
    allow(['sqs:GetQueueAttributes'], [deliveryQueue.queueArn, slowQueue.queueArn]),
    allowSending(deliveryQueue, notificationQueue),
  ];
}
