import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/broadcasts/run-broadcast/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/** Consumer of the broadcast queue: starts scheduled broadcasts, and ends those without a report. */
export class RunBroadcast extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, broadcast }: { readonly data: DataResources; readonly broadcast: WorkQueue },
  ) {
    const concurrency = concurrencyOf(deployment.config).of.broadcast;
    super(scope, deployment, {
      name: 'run-broadcast',
      description: 'Starts broadcasts at their scheduled time',
      stalledImpact: 'Broadcasts start late',
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        ...allowItems(
          data,
          'get-broadcasts',
          'put-broadcasts',
          'update-broadcasts',
          'batch-get-recipients',
          'get-directories',
          'put-events',
        ),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [broadcast.queue.queueArn],
        ),
      ],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, broadcast.queue, concurrency);
  }
}
