import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmOnPublications } from '#infra/alarms/outcome-alarms.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { OneTimeSchedules } from '#infra/consumers/one-time-schedules.ts';
import { addReceiptSources } from '#infra/consumers/receipt-sources.ts';
import { StreamFailuresBucket } from '#infra/consumers/stream-failures-bucket.ts';
import { WorkQueue, lateAfter } from '#infra/consumers/work-queue.ts';

/** Half of the retention of dead letters. */
const RETENTION = Duration.days(7);
/** Six times the consumers' timeouts, so that Lambda can retry a throttled batch before it becomes visible again. */
const PUBLISH_VISIBILITY = Duration.minutes(24);
const BROADCAST_VISIBILITY = Duration.minutes(3);
const SENDING_VISIBILITY = Duration.minutes(6);
const RECOMPUTE_VISIBILITY = Duration.minutes(3);
const MESSAGE_VISIBILITY = Duration.minutes(3);
const CALENDAR_VISIBILITY = Duration.minutes(3);
const IMPORT_VISIBILITY = Duration.minutes(6);
const REMOVAL_VISIBILITY = Duration.minutes(15);
const DOWNLOAD_VISIBILITY = Duration.minutes(18);
/** The quarantine queue has no consumer; an operator has this long for each change. */
const QUARANTINE_VISIBILITY = Duration.minutes(5);

/** Scheduled work: core stream → project-changes → one-time schedule → queue of posts, broadcasts or messages → its consumer. */
export class SchedulingStack extends PlatformStack {
  /** `apiHosts` are the comma-separated hosts of the API itself, which are rejected as hosts of a social network. */
  constructor(scope: Construct, deployment: Deployment, data: DataResources, apiHosts: string) {
    super(scope, deployment, 'scheduling', {
      description: 'Workspace platform: scheduled posts and broadcasts, messages, and the audit log',
      terminationProtection: deployment.config.deletionProtection,
    });
    const { config } = deployment;
    const late = lateAfter(config);

    const publish = new WorkQueue(this, 'Publish', {
      config,
      visibilityTimeout: PUBLISH_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Posts are not published: publish-post failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Posts are published late: their messages wait in the publish queue.',
        longerThan: late,
      },
    });
    const broadcast = new WorkQueue(this, 'Broadcast', {
      config,
      visibilityTimeout: BROADCAST_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Broadcasts do not start on time: run-broadcast failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Broadcasts start late: their messages wait in the broadcast queue.',
        longerThan: late,
      },
    });
    const sending = new WorkQueue(this, 'Sending', {
      config,
      visibilityTimeout: SENDING_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Broadcasts make no progress: send-broadcast-messages failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Broadcasts are sent late: their messages wait in the sending queue.',
        longerThan: late,
      },
    });
    const recompute = new WorkQueue(this, 'Recompute', {
      config,
      visibilityTimeout: RECOMPUTE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account: recompute-posts failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account: messages wait in the recompute queue.',
        longerThan: late,
      },
    });
    const message = new WorkQueue(this, 'Message', {
      config,
      visibilityTimeout: MESSAGE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Messages to contacts are not sent: deliver-message failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'page',
        impact: 'Messages to contacts are sent late: they wait in the message queue.',
        longerThan: late,
      },
    });
    const receipt = new WorkQueue(this, 'Receipt', {
      config,
      visibilityTimeout: MESSAGE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Messages from contacts or the status of messages are missing: record-receipt failed on the same receipts repeatedly, or a receipt has an unknown form. Nothing retries them: find the error, then redrive.',
      },
      waiting: {
        severity: 'page',
        impact: 'Messages from contacts appear late: they wait in the receipt queue.',
        longerThan: late,
      },
    });
    const calendar = new WorkQueue(this, 'Calendar', {
      config,
      visibilityTimeout: CALENDAR_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Dates of contacts are not announced on their day: reach-dates failed on the same messages repeatedly. The sweep retries them, and dates are announced for seven days; find the error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Dates of contacts are announced late: messages wait in the calendar queue.',
        longerThan: late,
      },
    });
    const contactImport = new WorkQueue(this, 'Import', {
      config,
      visibilityTimeout: IMPORT_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Imports of contacts make no progress: import-contacts failed on the same messages repeatedly. The sweep retries them, and an import fails after 8 attempts; find the error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Imports of contacts begin late: messages wait in the import queue.',
        longerThan: late,
      },
    });
    const removal = new WorkQueue(this, 'Removal', {
      config,
      visibilityTimeout: REMOVAL_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Deleted posts stay on social networks: remove-publications failed on the same messages repeatedly. The sweep retries them; find the error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Deleted posts are removed from social networks late: messages wait in the removal queue.',
        longerThan: late,
      },
    });
    const download = new WorkQueue(this, 'Download', {
      config,
      visibilityTimeout: DOWNLOAD_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Files are not downloaded from their URLs: download-media failed on the same messages repeatedly. The sweep retries them, and a download fails after 3 attempts; find the error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Files are downloaded late from their URLs: messages wait in the download queue.',
        longerThan: late,
      },
    });
    const quarantined = new WorkQueue(this, 'QuarantinedChanges', {
      config,
      visibilityTimeout: QUARANTINE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Quarantined changes failed again in a redrive: their entries are missing from the audit log.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Changes could not be parsed and are in the quarantine queue: the audit log lacks their entries, and scheduled posts and broadcasts start some minutes late, when sweep-schedules finds them.',
        longerThan: null,
      },
    });
    const schedules = new OneTimeSchedules(this, 'JobSchedules', deployment, {
      name: 'jobs',
      droppedImpact:
        'Posts, broadcasts and messages that were scheduled in advance start some minutes late, when sweep-schedules finds them',
      targets: [publish, broadcast, sending, recompute, message, calendar, contactImport, removal, download],
    });
    const unfollowed = new StreamFailuresBucket(this, 'UnprojectedRecords', config);

    const resources = {
      data,
      queues: {
        publish,
        broadcast,
        sending,
        recompute,
        message,
        receipt,
        calendar,
        import: contactImport,
        removal,
        download,
        'quarantined-changes': quarantined,
      },
      schedules: { due: schedules },
      unhandled: unfollowed,
      apiHosts,
    };
    addConsumers(this, deployment, consumersOf('scheduling', 'stream', 'queue'), resources);
    if (config.messaging !== null) addReceiptSources(this, deployment, receipt);
    // The dashboard lists alarms in the order in which they are created.
    alarmOnPublications(this, deployment.stage);
    addConsumers(this, deployment, consumersOf('scheduling', 'schedule'), resources);

    new CfnOutput(this, 'PublishQueueUrl', { value: publish.queue.queueUrl });
    new CfnOutput(this, 'PublishDeadLettersUrl', { value: publish.deadLetters.queueUrl });
    new CfnOutput(this, 'BroadcastQueueUrl', { value: broadcast.queue.queueUrl });
    new CfnOutput(this, 'BroadcastDeadLettersUrl', { value: broadcast.deadLetters.queueUrl });
    new CfnOutput(this, 'SendingQueueUrl', { value: sending.queue.queueUrl });
    new CfnOutput(this, 'SendingDeadLettersUrl', { value: sending.deadLetters.queueUrl });
    new CfnOutput(this, 'RecomputeQueueUrl', { value: recompute.queue.queueUrl });
    new CfnOutput(this, 'RecomputeDeadLettersUrl', { value: recompute.deadLetters.queueUrl });
    new CfnOutput(this, 'MessageQueueUrl', { value: message.queue.queueUrl });
    new CfnOutput(this, 'MessageDeadLettersUrl', { value: message.deadLetters.queueUrl });
    new CfnOutput(this, 'ReceiptQueueUrl', { value: receipt.queue.queueUrl });
    new CfnOutput(this, 'ReceiptDeadLettersUrl', { value: receipt.deadLetters.queueUrl });
    new CfnOutput(this, 'CalendarQueueUrl', { value: calendar.queue.queueUrl });
    new CfnOutput(this, 'CalendarDeadLettersUrl', { value: calendar.deadLetters.queueUrl });
    new CfnOutput(this, 'ImportQueueUrl', { value: contactImport.queue.queueUrl });
    new CfnOutput(this, 'ImportDeadLettersUrl', { value: contactImport.deadLetters.queueUrl });
    new CfnOutput(this, 'RemovalQueueUrl', { value: removal.queue.queueUrl });
    new CfnOutput(this, 'RemovalDeadLettersUrl', { value: removal.deadLetters.queueUrl });
    new CfnOutput(this, 'DownloadQueueUrl', { value: download.queue.queueUrl });
    new CfnOutput(this, 'DownloadDeadLettersUrl', { value: download.deadLetters.queueUrl });
    new CfnOutput(this, 'QuarantinedChangesQueueUrl', { value: quarantined.queue.queueUrl });
    new CfnOutput(this, 'QuarantinedChangesDeadLettersUrl', { value: quarantined.deadLetters.queueUrl });
    new CfnOutput(this, 'UnprojectedRecordsBucket', { value: unfollowed.bucketName });
  }
}
