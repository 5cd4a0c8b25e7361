import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/dispatch-event/env.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allowItems, allowSending, allowUpdating } from '#infra/constructs/grants.ts';
import { DISPATCHED } from './event-mappings.ts';
import { StreamConsumer } from './stream-consumer.ts';

export type DispatchEventProps = {
  readonly data: DataResources;
  readonly deliveryQueue: IQueue;
  readonly quarantinedEvents: IQueue;
  readonly recoveryQueue: IQueue;
  readonly notificationQueue: IQueue;
  readonly undispatched: Bucket;
};

/**
 * Consumer of the core stream: queues one message per matched endpoint or request, and lists events in the log of their workspace;
 * quarantines records that it cannot parse.
 */
export class DispatchEvent extends StreamConsumer<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: DispatchEventProps) {
    const { data, deliveryQueue, quarantinedEvents, recoveryQueue, notificationQueue, undispatched } = props;
    super(scope, deployment, {
      name: 'dispatch-event',
      description: 'Queues one delivery per matched endpoint of an event, and lists the event in the log',
      stalledImpact: 'Webhooks are late',
      staged: true,
      data,
      filters: DISPATCHED,
      unhandled: undispatched,
      lateSeverity: 'page',
      lateImpact:
        'Webhooks are more than a minute late: events wait in the stream. After 20 hours they move to the bucket of undispatched records.',
      stoppedImpact:
        'Webhooks are 5 to 7 minutes late, because only sweep-deliveries finds them: dispatch-event has not read the stream for 15 minutes. After 24 hours, requested resends, recoveries, test notifications and entries of the event log are lost.',
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        QUARANTINED_EVENTS_QUEUE_URL: quarantinedEvents.queueUrl,
        RECOVERY_QUEUE_URL: recoveryQueue.queueUrl,
        NOTIFICATION_QUEUE_URL: notificationQueue.queueUrl,
      },
      statements: [
        allowSending(deliveryQueue, quarantinedEvents, recoveryQueue, notificationQueue),
        ...allowItems(data, 'update-rate-counters', 'query-event-logs', 'put-event-logs'),
        ...allowUpdating(data, ['shards'], 'update-endpoints', 'update-targets', 'update-directories'),
      ],
    });
  }
}
