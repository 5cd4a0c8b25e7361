import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/platform/project-changes/env.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allowItems, allowSending } from '#infra/constructs/grants.ts';
import type { OneTimeSchedules } from '#infra/constructs/one-time-schedules.ts';
import { FOLLOWED } from './event-mappings.ts';
import { StreamConsumer } from './stream-consumer.ts';
import type { WorkQueue } from './work-queue.ts';

export type ProjectChangesProps = {
  readonly data: DataResources;
  readonly publish: WorkQueue;
  readonly broadcast: WorkQueue;
  readonly sending: WorkQueue;
  readonly recompute: WorkQueue;
  readonly message: WorkQueue;
  readonly calendar: WorkQueue;
  readonly contactImport: WorkQueue;
  readonly removal: WorkQueue;
  readonly download: WorkQueue;
  readonly schedules: OneTimeSchedules;
  readonly quarantinedChanges: IQueue;
  readonly unfollowed: Bucket;
};

/** Second consumer of the core stream: schedules of posts, broadcasts and messages, the audit log, and the records of ingested events. */
export class ProjectChanges extends StreamConsumer<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: ProjectChangesProps) {
    const {
      data,
      publish,
      broadcast,
      sending,
      recompute,
      message,
      calendar,
      contactImport,
      removal,
      download,
    } = props;
    const { schedules, quarantinedChanges, unfollowed } = props;
    super(scope, deployment, {
      name: 'project-changes',
      description:
        'Creates schedules, writes the audit log, and updates the records that ingested events name',
      stalledImpact:
        'Posts and broadcasts start and messages are sent some minutes late, and the audit log and the records of ingested events lag behind',
      data,
      filters: FOLLOWED,
      unhandled: unfollowed,
      lateSeverity: 'warn',
      lateImpact:
        'Posts and broadcasts start and messages are sent some minutes late, when sweep-schedules finds them, and the audit log and the records of ingested events lag behind: changes wait in the stream for over a minute.',
      stoppedImpact:
        'The audit log and the records of ingested events miss every change, and lose the changes that are older than 24 hours: project-changes has not read the stream for 15 minutes. Posts and broadcasts start and messages are sent some minutes late.',
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        PUBLISH_QUEUE_URL: publish.queue.queueUrl,
        PUBLISH_QUEUE_ARN: publish.queue.queueArn,
        PUBLISH_DEAD_LETTER_ARN: publish.deadLetters.queueArn,
        BROADCAST_QUEUE_URL: broadcast.queue.queueUrl,
        BROADCAST_QUEUE_ARN: broadcast.queue.queueArn,
        BROADCAST_DEAD_LETTER_ARN: broadcast.deadLetters.queueArn,
        SENDING_QUEUE_URL: sending.queue.queueUrl,
        SENDING_QUEUE_ARN: sending.queue.queueArn,
        SENDING_DEAD_LETTER_ARN: sending.deadLetters.queueArn,
        RECOMPUTE_QUEUE_URL: recompute.queue.queueUrl,
        RECOMPUTE_QUEUE_ARN: recompute.queue.queueArn,
        RECOMPUTE_DEAD_LETTER_ARN: recompute.deadLetters.queueArn,
        MESSAGE_QUEUE_URL: message.queue.queueUrl,
        MESSAGE_QUEUE_ARN: message.queue.queueArn,
        MESSAGE_DEAD_LETTER_ARN: message.deadLetters.queueArn,
        CALENDAR_QUEUE_URL: calendar.queue.queueUrl,
        CALENDAR_QUEUE_ARN: calendar.queue.queueArn,
        CALENDAR_DEAD_LETTER_ARN: calendar.deadLetters.queueArn,
        IMPORT_QUEUE_URL: contactImport.queue.queueUrl,
        IMPORT_QUEUE_ARN: contactImport.queue.queueArn,
        IMPORT_DEAD_LETTER_ARN: contactImport.deadLetters.queueArn,
        REMOVAL_QUEUE_URL: removal.queue.queueUrl,
        REMOVAL_QUEUE_ARN: removal.queue.queueArn,
        REMOVAL_DEAD_LETTER_ARN: removal.deadLetters.queueArn,
        DOWNLOAD_QUEUE_URL: download.queue.queueUrl,
        DOWNLOAD_QUEUE_ARN: download.queue.queueArn,
        DOWNLOAD_DEAD_LETTER_ARN: download.deadLetters.queueArn,
        DUE_SCHEDULE_GROUP: schedules.groupName,
        DUE_SCHEDULE_ROLE_ARN: schedules.roleArn,
        QUARANTINED_CHANGES_QUEUE_URL: quarantinedChanges.queueUrl,
        QUEUE_DELAY_LIMIT: String(deployment.config.queueDelayLimit),
      },
      statements: [
        ...allowItems(
          data,
          'put-audit-entries',
          'batch-get-external-records',
          'put-external-records',
          'batch-get-contacts',
          'batch-get-conversations',
          'batch-get-broadcasts',
          'batch-get-erasures',
        ),
        allowSending(
          publish.queue,
          broadcast.queue,
          sending.queue,
          recompute.queue,
          message.queue,
          calendar.queue,
          contactImport.queue,
          removal.queue,
          download.queue,
          quarantinedChanges,
        ),
        ...schedules.creating(),
        schedules.deleting(),
      ],
    });
  }
}
