import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/biolinks/count-visits/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/** The maximum of Lambda; a batch is also limited to 6 MB, which is about 6,000 visits. */
const BATCH_SIZE = 10_000;
const BATCHING_WINDOW = Duration.seconds(60);

/** Consumer of the visit queue: counts the visits of a minute with one write for each page. */
export class CountVisits extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, visits }: { readonly data: DataResources; readonly visits: WorkQueue },
  ) {
    const concurrency = concurrencyOf(deployment.config).of.visits;
    super(scope, deployment, {
      name: 'count-visits',
      description: 'Counts visits of pages',
      stalledImpact: 'Visits appear late in the analytics of pages',
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        ...allowItems(data, 'check-pages', 'get-page-days', 'query-page-days', 'put-page-days'),
        allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [visits.queue.queueArn]),
      ],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, visits.queue, concurrency, { batchSize: BATCH_SIZE, batchingWindow: BATCHING_WINDOW });
  }
}
