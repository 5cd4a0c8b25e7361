import { Duration } from 'aws-cdk-lib';
import { ConsumerFunction } from './consumer-function.ts';
import { allow } from '#infra/constructs/grants.ts';
import { mapQueue } from './event-mappings.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { WorkQueue } from './work-queue.ts';

/** A broadcast is started by a few reads and one transaction: two at a time keep up with any minute. */
const CONCURRENCY = 2;

/** The broadcast queue's consumer: starts broadcasts that are due, and ends those nobody reports about. */
export class RunBroadcast extends ConsumerFunction {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, broadcast }: { readonly data: DataStack; readonly broadcast: WorkQueue },
  ) {
    super(scope, deployment, {
      name: 'run-broadcast',
      description: 'Starts broadcasts when they are due',
      stalledImpact: 'Broadcasts start late',
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        allow(['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], [data.coreTable.tableArn]),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [broadcast.queue.queueArn],
        ),
      ],
      reservedConcurrency: CONCURRENCY,
    });
    mapQueue(this, broadcast.queue, CONCURRENCY);
  }
}
