import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmOnPublications } from '#infra/alarms/outcome-alarms.ts';
import type { DataResources, HostResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { OneTimeSchedules } from '#infra/consumers/one-time-schedules.ts';
import { addReceiptSources } from '#infra/consumers/receipt-sources.ts';
import { StreamFailuresBucket } from '#infra/consumers/stream-failures-bucket.ts';
import { addQueues } from '#infra/consumers/work-queue.ts';

/** The queues to which one-time schedules send. */
const SCHEDULED = [
  'publish',
  'broadcast',
  'sending',
  'recompute',
  'message',
  'calendar',
  'import',
  'removal',
  'download',
] as const;

/** Scheduled work: core stream → project-changes → one-time schedule → queue of posts, broadcasts or messages → its consumer. */
export class SchedulingStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, data: DataResources, hosts: HostResources) {
    super(scope, deployment, 'scheduling', {
      description: 'Workspace platform: scheduled posts and broadcasts, messages, and the audit log',
      terminationProtection: deployment.config.deletionProtection,
    });
    const { config } = deployment;
    const queues = addQueues(this, config, {
      publish: {
        severity: 'page',
        dead: 'Posts are not published: publish-post failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting: 'Posts are published late: their messages wait in the publish queue.',
      },
      broadcast: {
        severity: 'page',
        dead: 'Broadcasts do not start on time: run-broadcast failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting: 'Broadcasts start late: their messages wait in the broadcast queue.',
      },
      sending: {
        severity: 'page',
        dead: 'Broadcasts make no progress: send-broadcast-messages failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting: 'Broadcasts are sent late: their messages wait in the sending queue.',
      },
      recompute: {
        severity: 'warn',
        dead: 'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account: recompute-posts failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting:
          'Scheduled posts keep old times after a change of the time zone, or still reference a disconnected account: messages wait in the recompute queue.',
      },
      message: {
        severity: 'page',
        dead: 'Messages to contacts are not sent: deliver-message failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting: 'Messages to contacts are sent late: they wait in the message queue.',
      },
      receipt: {
        severity: 'page',
        dead: 'Messages from contacts or the status of messages are missing: record-receipt failed on the same receipts repeatedly, or a receipt has an unknown form. Nothing retries them: find the error, then redrive.',
        waiting: 'Messages from contacts appear late: they wait in the receipt queue.',
      },
      calendar: {
        severity: 'warn',
        dead: 'Dates of contacts are not announced on their day: reach-dates failed on the same messages repeatedly. The sweep retries them, and dates are announced for seven days; find the error.',
        waiting: 'Dates of contacts are announced late: messages wait in the calendar queue.',
      },
      import: {
        severity: 'warn',
        dead: 'Imports of contacts make no progress: import-contacts failed on the same messages repeatedly. The sweep retries them, and an import fails after 8 attempts; find the error.',
        waiting: 'Imports of contacts begin late: messages wait in the import queue.',
      },
      removal: {
        severity: 'warn',
        dead: 'Deleted posts stay on social networks: remove-publications failed on the same messages repeatedly. The sweep retries them; find the error.',
        waiting: 'Deleted posts are removed from social networks late: messages wait in the removal queue.',
      },
      download: {
        severity: 'warn',
        dead: 'Files are not downloaded from their URLs: download-media failed on the same messages repeatedly. The sweep retries them, and a download fails after 3 attempts; find the error.',
        waiting: 'Files are downloaded late from their URLs: messages wait in the download queue.',
      },
      'quarantined-changes': {
        severity: 'warn',
        dead: 'Quarantined changes failed again in a redrive: their entries are missing from the audit log.',
        waiting:
          'Changes could not be parsed and are in the quarantine queue: the audit log lacks their entries, and scheduled posts and broadcasts start some minutes late, when sweep-schedules finds them.',
      },
    });
    const schedules = new OneTimeSchedules(this, 'JobSchedules', deployment, {
      name: 'jobs',
      droppedImpact:
        'Posts, broadcasts and messages that were scheduled in advance start some minutes late, when sweep-schedules finds them',
      swept: { sweep: 'sweep-schedules', code: 'SCHEDULES_SWEPT' },
      targets: SCHEDULED.map((name) => queues[name]),
    });
    const unfollowed = new StreamFailuresBucket(this, 'UnprojectedRecords', config);

    const resources = {
      data,
      queues,
      schedules: { due: schedules },
      unhandled: unfollowed,
      ...hosts,
    };
    addConsumers(this, deployment, consumersOf('scheduling', 'stream', 'queue'), resources);
    if (config.messaging !== null) addReceiptSources(this, deployment, queues.receipt);
    // The dashboard lists alarms in the order in which they are created.
    alarmOnPublications(this, deployment.stage);
    addConsumers(this, deployment, consumersOf('scheduling', 'schedule'), resources);

    new CfnOutput(this, 'UnprojectedRecordsBucket', { value: unfollowed.bucketName });
  }
}
