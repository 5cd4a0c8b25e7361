import { Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/messaging/reach-dates/env.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems } from '#infra/constructs/grants.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

/** Consumer of the queue of calendars: announces the dates of contacts at the beginning of each day of a workspace. */
export class ReachDates extends ConsumerFunction<typeof envSchema> {
  constructor(
    scope: Construct,
    deployment: Deployment,
    { data, calendar }: { readonly data: DataResources; readonly calendar: WorkQueue },
  ) {
    const concurrency = concurrencyOf(deployment.config).of.calendar;
    super(scope, deployment, {
      name: 'reach-dates',
      description: 'Announces the dates of contacts, such as birthdays',
      stalledImpact: 'Dates of contacts are announced late',
      timeout: Duration.seconds(30),
      environment: { CORE_TABLE: data.coreTable.tableName },
      statements: [
        ...allowItems(
          data,
          'query-dated-contacts',
          'get-contacts',
          'update-contacts',
          'get-calendars',
          'put-calendars',
          'get-workspaces',
          'get-directories',
          'put-events',
        ),
        allow(
          ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
          [calendar.queue.queueArn],
        ),
      ],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, calendar.queue, concurrency);
  }
}
