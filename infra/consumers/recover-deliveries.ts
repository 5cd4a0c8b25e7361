import { Duration } from 'aws-cdk-lib';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/recover-deliveries/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowSending } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/** Consumer of the recovery queue: requests the resends of a recovery, step by step. */
export class RecoverDeliveries extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, recovery }: { readonly data: DataResources; readonly recovery: WorkQueue },
  ) {
    const concurrency = concurrencyOf(deployment.config).of.recover;
    super(scope, deployment, {
      name: 'recover-deliveries',
      description: 'Resends failed deliveries of a time range',
      stalledImpact: 'Requested recoveries make no progress',
      timeout: Duration.seconds(60),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        RECOVERY_QUEUE_URL: recovery.queue.queueUrl,
      },
      statements: [
        ...allowItems(
          data,
          'get-endpoints',
          'batch-get-events',
          'get-recoveries',
          'update-recoveries',
          'put-delivery-requests',
          'get-deliveries',
          'query-deliveries',
          'put-deliveries',
          'update-deliveries',
        ),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [recovery.queue.queueArn],
        ),
        allowSending(recovery.queue),
      ],
      reservedConcurrency: concurrency,
      // The function queues its own next steps. A recovery of many deliveries has more steps than loop detection allows.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, recovery.queue, concurrency);
  }
}
