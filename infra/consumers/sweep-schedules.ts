import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/platform/sweep-schedules/env.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allowItems, allowSending } from '#infra/constructs/grants.ts';
import { ScheduledFunction } from './scheduled-function.ts';

export type SweepSchedulesProps = {
  readonly data: DataResources;
  readonly publishQueue: IQueue;
  readonly broadcastQueue: IQueue;
  readonly sendingQueue: IQueue;
  readonly recomputeQueue: IQueue;
  readonly messageQueue: IQueue;
  readonly calendarQueue: IQueue;
  readonly importQueue: IQueue;
  readonly removalQueue: IQueue;
  readonly downloadQueue: IQueue;
};

/** Every minute, finds posts, broadcasts and messages whose schedule was lost and queues them. */
export class DeliverySweepSchedules extends ScheduledFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: SweepSchedulesProps) {
    const { data, publishQueue, broadcastQueue, sendingQueue, recomputeQueue } = props;
    const { messageQueue, calendarQueue, importQueue, removalQueue, downloadQueue } = props;
    super(scope, deployment, {
      name: 'sweep-schedules',
      description: 'Starts posts, broadcasts and messages whose schedule was lost',
      stalledImpact: 'Posts, broadcasts and messages whose schedule was lost do not start',
      schedule: { id: 'ScheduleSweep', groupName: 'schedule-sweeps' },
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        PUBLISH_QUEUE_URL: publishQueue.queueUrl,
        BROADCAST_QUEUE_URL: broadcastQueue.queueUrl,
        SENDING_QUEUE_URL: sendingQueue.queueUrl,
        RECOMPUTE_QUEUE_URL: recomputeQueue.queueUrl,
        MESSAGE_QUEUE_URL: messageQueue.queueUrl,
        CALENDAR_QUEUE_URL: calendarQueue.queueUrl,
        IMPORT_QUEUE_URL: importQueue.queueUrl,
        REMOVAL_QUEUE_URL: removalQueue.queueUrl,
        DOWNLOAD_QUEUE_URL: downloadQueue.queueUrl,
      },
      // The keys of the index contain everything, so no item is read.
      statements: [
        ...allowItems(data, 'query-scheduled-jobs'),
        allowSending(publishQueue, broadcastQueue, sendingQueue, recomputeQueue, messageQueue),
        allowSending(calendarQueue, importQueue, removalQueue, downloadQueue),
      ],
    });
  }
}
