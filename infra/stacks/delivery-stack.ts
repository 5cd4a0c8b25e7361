import { CfnOutput, Duration } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmOnDeliveries } from '#infra/alarms/outcome-alarms.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { OneTimeSchedules } from '#infra/consumers/one-time-schedules.ts';
import { StreamFailuresBucket } from '#infra/consumers/stream-failures-bucket.ts';
import { WorkQueue, lateAfter } from '#infra/consumers/work-queue.ts';

/** Half of the retention of dead letters. Payloads can be sent for 7 days. */
const RETENTION = Duration.days(7);
/** Six times the consumers' timeout of 15 s, so that Lambda can retry a throttled batch before it becomes visible again. */
const DELIVERY_VISIBILITY = Duration.seconds(90);
/** Six times the consumer's timeout of 60 s. */
const RECOVERY_VISIBILITY = Duration.minutes(6);
/** The quarantine queue has no consumer; a redrive has this long for each event. */
const QUARANTINE_VISIBILITY = Duration.minutes(5);

/** The path of an event: core stream → dispatch-event → delivery queue → deliver-webhook → receiver, or a scheduled retry. */
export class DeliveryStack extends PlatformStack {
  /** `apiHosts` are the comma-separated hosts of the API itself, which are rejected as receivers. */
  constructor(scope: Construct, deployment: Deployment, data: DataResources, apiHosts: string) {
    super(scope, deployment, 'delivery', {
      description: 'Workspace platform: delivers recorded events as signed webhooks',
      terminationProtection: deployment.config.deletionProtection,
    });
    const { config } = deployment;
    const late = lateAfter(config);

    const delivery = new WorkQueue(this, 'Delivery', {
      config,
      visibilityTimeout: DELIVERY_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Webhooks are not sent: deliver-webhook failed on the same messages repeatedly. Find its error, fix it, then redrive.',
      },
      waiting: {
        severity: 'page',
        impact:
          'Webhooks are minutes late: the delivery queue grows faster than deliver-webhook processes it.',
        longerThan: late,
      },
    });
    const slow = new WorkQueue(this, 'SlowDelivery', {
      config,
      visibilityTimeout: DELIVERY_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Webhooks to slow or unresponsive endpoints are not sent: deliver-webhook failed on the same messages repeatedly. Find its error, fix it, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Webhooks to slow or unresponsive endpoints are more than 15 minutes late: the slow queue grows faster than deliver-webhook processes it.',
        longerThan: late,
      },
    });
    const release = new WorkQueue(this, 'Release', {
      config,
      visibilityTimeout: DELIVERY_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Deferred webhooks are sent up to 15 minutes late: release-deliveries failed on the same messages repeatedly. Nothing is lost; find its error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Deferred webhooks are sent up to 15 minutes late: probe jobs wait in the release queue.',
        longerThan: late,
      },
    });
    const quarantined = new WorkQueue(this, 'QuarantinedEvents', {
      config,
      visibilityTimeout: QUARANTINE_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Quarantined events failed again in a redrive: their webhooks are not sent until the events are repaired.',
      },
      waiting: {
        severity: 'page',
        impact:
          'Events could not be dispatched and are in the quarantine queue: their webhooks wait until the events are redriven.',
        longerThan: null,
      },
    });
    const recovery = new WorkQueue(this, 'Recovery', {
      config,
      visibilityTimeout: RECOVERY_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'A recovery of an endpoint stopped before its end: recover-deliveries failed on it repeatedly. Find its error, fix it, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Requested recoveries make no progress: their steps wait in the recovery queue.',
        longerThan: late,
      },
    });

    const notification = new WorkQueue(this, 'Notification', {
      config,
      visibilityTimeout: DELIVERY_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'warn',
        impact:
          'Users are not notified about failing webhook endpoints: send-notification failed on the same messages repeatedly. Find its error, fix it, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Notifications about failing webhook endpoints are late: they wait in the notification queue.',
        longerThan: late,
      },
    });

    const retries = new OneTimeSchedules(this, 'RetrySchedules', deployment, {
      name: 'retries',
      droppedImpact: 'Retries of webhooks with a delay of half an hour or more are late',
      targets: [delivery],
    });
    const undispatched = new StreamFailuresBucket(this, 'UndispatchedRecords', config);

    const consumers = addConsumers(this, deployment, consumersOf('delivery'), {
      data,
      queues: { delivery, slow, release, recovery, notification, 'quarantined-events': quarantined },
      schedules: { retry: retries },
      unhandled: undispatched,
      apiHosts,
    });
    alarmOnDeliveries(this, deployment.stage, consumers.get('deliver-webhook')?.rollout);

    new CfnOutput(this, 'DeliveryQueueUrl', { value: delivery.queue.queueUrl });
    new CfnOutput(this, 'DeliveryDeadLettersUrl', { value: delivery.deadLetters.queueUrl });
    new CfnOutput(this, 'SlowDeliveryQueueUrl', { value: slow.queue.queueUrl });
    new CfnOutput(this, 'SlowDeliveryDeadLettersUrl', { value: slow.deadLetters.queueUrl });
    new CfnOutput(this, 'ReleaseQueueUrl', { value: release.queue.queueUrl });
    new CfnOutput(this, 'ReleaseDeadLettersUrl', { value: release.deadLetters.queueUrl });
    new CfnOutput(this, 'RecoveryQueueUrl', { value: recovery.queue.queueUrl });
    new CfnOutput(this, 'RecoveryDeadLettersUrl', { value: recovery.deadLetters.queueUrl });
    new CfnOutput(this, 'NotificationQueueUrl', { value: notification.queue.queueUrl });
    new CfnOutput(this, 'NotificationDeadLettersUrl', { value: notification.deadLetters.queueUrl });
    new CfnOutput(this, 'QuarantinedEventsQueueUrl', { value: quarantined.queue.queueUrl });
    new CfnOutput(this, 'QuarantinedEventsDeadLettersUrl', { value: quarantined.deadLetters.queueUrl });
    new CfnOutput(this, 'UndispatchedRecordsBucket', { value: undispatched.bucketName });
  }
}
