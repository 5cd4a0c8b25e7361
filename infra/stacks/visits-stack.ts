import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { lateAfter, WorkQueue } from '#infra/consumers/work-queue.ts';

/** Six times the timeout of the consumer, plus the batching window. */
const VISIBILITY = Duration.minutes(4);
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
    const visits = new WorkQueue(this, 'Visits', {
      config: deployment.config,
      visibilityTimeout: VISIBILITY,
      retention: RETENTION,
      deadLetterRetention: DEAD_LETTER_RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Visits are missing in the analytics of pages: count-visits failed on the same messages repeatedly. They are deleted a day after the visit: find the error, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Visits appear late in the analytics of pages: their messages wait in the visit queue.',
        longerThan: lateAfter(deployment.config),
      },
    });
    addConsumers(this, deployment, consumersOf('visits'), { data, queues: { visit: visits } });
    this.visits = visits;

    new CfnOutput(this, 'VisitsQueueUrl', { value: visits.queue.queueUrl });
    new CfnOutput(this, 'VisitsDeadLettersUrl', { value: visits.deadLetters.queueUrl });
  }
}
