import { DISPATCHED } from './event-mappings.ts';
import { StreamConsumer } from './stream-consumer.ts';
import { allowSending } from '#infra/constructs/grants.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';

export type DispatchEventProps = {
  readonly data: DataStack;
  readonly deliveryQueue: IQueue;
  readonly parkedEvents: IQueue;
  readonly recoveryQueue: IQueue;
  readonly undispatched: Bucket;
};

/** The core stream's consumer: one message per match of each event or request, or the whole record parked. */
export class DispatchEvent extends StreamConsumer {
  constructor(scope: Construct, deployment: Deployment, props: DispatchEventProps) {
    const { data, deliveryQueue, parkedEvents, recoveryQueue, undispatched } = props;
    super(scope, deployment, {
      name: 'dispatch-event',
      description: 'Queues one delivery per endpoint that an event matched',
      stalledImpact: 'Webhooks are late',
      staged: true,
      data,
      filters: DISPATCHED,
      unhandled: undispatched,
      lateSeverity: 'page',
      lateImpact:
        'Webhooks are late by more than a minute: events wait in the stream. After 20 hours they leave it for the bucket of undispatched records.',
      environment: {
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        PARKED_EVENTS_QUEUE_URL: parkedEvents.queueUrl,
        RECOVERY_QUEUE_URL: recoveryQueue.queueUrl,
      },
      statements: [allowSending(deliveryQueue, parkedEvents, recoveryQueue)],
    });
  }
}
