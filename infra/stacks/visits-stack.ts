import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { addQueues, type WorkQueue } from '#infra/consumers/work-queue.ts';

/** Messages contain hashes of visitors, so they expire within a day of the visit, in either queue. */
const RETENTION = Duration.hours(12);
const DEAD_LETTER_RETENTION = Duration.hours(24);

/** Analytics of pages: function of the page → queue of visits → count-visits. */
export class VisitsStack extends PlatformStack {
  readonly visits: WorkQueue;

  constructor(scope: Construct, deployment: Deployment, data: DataResources) {
    super(scope, deployment, 'visits', {
      description: 'Workspace platform: analytics of bio-link pages',
      terminationProtection: deployment.config.deletionProtection,
    });
    const queues = addQueues(this, deployment.config, {
      visit: {
        id: 'Visits',
        severity: 'warn',
        dead: 'Visits are missing in the analytics of pages: count-visits failed on the same messages repeatedly. They are deleted a day after the visit: find the error, then redrive.',
        waiting: 'Visits appear late in the analytics of pages: their messages wait in the visit queue.',
        retention: RETENTION,
        deadLetterRetention: DEAD_LETTER_RETENTION,
      },
    });
    addConsumers(this, deployment, consumersOf('visits'), { data, queues });
    this.visits = queues.visit;
  }
}
