import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/publishing/recompute-posts/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/**
 * Consumer of the recompute queue: recomputes scheduled posts after their workspace changed its time zone, and removes disconnected
 * accounts from them.
 */
export class RecomputePosts extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, recompute }: { readonly data: DataResources; readonly recompute: WorkQueue },
  ) {
    const concurrency = concurrencyOf(deployment.config).of.recompute;
    super(scope, deployment, {
      name: 'recompute-posts',
      description: 'Recomputes posts after their workspace changed its time zone or disconnected an account',
      stalledImpact:
        'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account',
      // Well below the minute after which a second pass checks all posts: no step of an earlier change ends after it.
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        ...allowItems(
          data,
          'query-listed-posts',
          'get-posts',
          'batch-get-posts',
          'put-posts',
          'put-post-times',
          'delete-post-times',
          'get-workspaces',
          'update-workspaces',
          'get-account-removals',
          'put-account-removals',
        ),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [recompute.queue.queueArn],
        ),
      ],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, recompute.queue, concurrency);
  }
}
