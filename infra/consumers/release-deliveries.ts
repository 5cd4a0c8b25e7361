import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/release-deliveries/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowSending } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';

export type ReleaseDeliveriesProps = {
  readonly data: DataResources;
  readonly releaseQueue: IQueue;
  readonly deliveryQueue: IQueue;
  readonly slowQueue: IQueue;
};

/** Consumer of the release queue: probes unresponsive endpoints, and queues their deferred deliveries once they respond. */
export class ReleaseDeliveries extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: ReleaseDeliveriesProps) {
    const { data, releaseQueue, deliveryQueue, slowQueue } = props;
    const { release } = concurrencyOf(deployment.config).of;
    super(scope, deployment, {
      name: 'release-deliveries',
      description: 'Probes unresponsive endpoints and queues their deferred deliveries once they respond',
      stalledImpact: 'Webhooks to endpoints that respond again wait up to 15 minutes longer than necessary',
      timeout: Duration.seconds(15),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        DELIVERY_QUEUE_URL: deliveryQueue.queueUrl,
        SLOW_QUEUE_URL: slowQueue.queueUrl,
        RELEASE_QUEUE_URL: releaseQueue.queueUrl,
        PROBE_SECONDS: String(deployment.config.breaker.probeSeconds),
      },
      statements: statements(props),
      reservedConcurrency: release,
      // The function queues its own next probe while an endpoint is unresponsive, which can last for days.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, releaseQueue, release);
  }
}

function statements({
  data,
  releaseQueue,
  deliveryQueue,
  slowQueue,
}: ReleaseDeliveriesProps): PolicyStatement[] {
  return [
    ...allowItems(
      data,
      'get-targets',
      'batch-get-targets',
      'update-targets',
      'query-open-deliveries',
      'batch-get-deliveries',
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [releaseQueue.queueArn]),
    allowSending(releaseQueue, deliveryQueue, slowQueue),
  ];
}
