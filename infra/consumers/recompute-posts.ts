import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { Duration } from 'aws-cdk-lib';
import { ConsumerFunction } from './consumer-function.ts';
import { allow } from '#infra/constructs/grants.ts';
import { mapQueue } from './event-mappings.ts';
import type { Construct } from 'constructs';
import type { DataStack } from '#infra/stacks/data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { WorkQueue } from './work-queue.ts';

/** Zones of workspaces and their accounts change a few times a year. */
const CONCURRENCY = 2;

const [BY_OWNER] = CORE_TABLE.indexes;

/**
 * The recompute queue's consumer: computes posts again when the zone of their workspace has changed, and takes accounts that were
 * disconnected off scheduled ones.
 */
export class RecomputePosts extends ConsumerFunction {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, recompute }: { readonly data: DataStack; readonly recompute: WorkQueue },
  ) {
    super(scope, deployment, {
      name: 'recompute-posts',
      description: 'Computes posts again when their workspace changed its zone or disconnected an account',
      stalledImpact:
        'Posts keep old times after their workspace changed its zone, or an account that is gone',
      // Well below the minute after which all posts are looked at once more: no step of an earlier change ends later.
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        allow(
          ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
          [data.coreTable.tableArn],
        ),
        allow(['dynamodb:Query'], [`${data.coreTable.tableArn}/index/${BY_OWNER.name}`]),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [recompute.queue.queueArn],
        ),
      ],
      reservedConcurrency: CONCURRENCY,
    });
    mapQueue(this, recompute.queue, CONCURRENCY);
  }
}
