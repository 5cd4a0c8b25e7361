import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { BlankPayloads } from '#infra/consumers/blank-payloads.ts';
import { DeliverWebhook } from '#infra/consumers/deliver-webhook.ts';
import { DispatchEvent } from '#infra/consumers/dispatch-event.ts';
import { OneTimeSchedules } from '#infra/constructs/one-time-schedules.ts';
import { RecoverDeliveries } from '#infra/consumers/recover-deliveries.ts';
import { ReleaseDeliveries } from '#infra/consumers/release-deliveries.ts';
import { SweepDeliveries } from '#infra/consumers/sweep-deliveries.ts';
import { UndispatchedRecords } from '#infra/consumers/undispatched-records.ts';
import { WorkQueue, lateAfter } from '#infra/consumers/work-queue.ts';
import { alarmOnDeliveries } from '#infra/alarms/outcome-alarms.ts';
import { stackName } from '#infra/constructs/deployment.ts';
import type { Construct } from 'constructs';
import type { DataStack } from './data-stack.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';

/** Half of what the dead letters are kept for: payloads can be sent for 7 days (specification, Resend rules). */
const RETENTION = Duration.days(7);
/** Six times the consumers' timeout of 15 s, so that a throttled batch can be tried again before it shows up twice. */
const DELIVERY_VISIBILITY = Duration.seconds(90);
/** Six times the consumer's timeout of 60 s. */
const RECOVERY_VISIBILITY = Duration.minutes(6);
/** Nothing consumes parked events by itself; a redrive gets this long for each. */
const PARKED_VISIBILITY = Duration.minutes(5);

/** The way of an event: core stream → dispatch-event → delivery queue → deliver-webhook → receiver, or a planned retry. */
export class DeliveryStack extends Stack {
  /** `apiHosts` are the comma-separated hosts of the API itself, never a receiver (R27). */
  constructor(scope: Construct, deployment: Deployment, data: DataStack, apiHosts: string) {
    super(scope, stackName(deployment.stage, 'delivery'), {
      description: 'Workspace platform: from recorded events to signed webhooks',
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
          'Webhooks are not being sent: deliver-webhook failed on the same messages five times. Find its error, then redrive.',
      },
      waiting: {
        severity: 'page',
        impact: 'Webhooks are late by minutes: the delivery queue grows faster than deliver-webhook works.',
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
          'Webhooks to slow or unresponsive endpoints are not being sent: deliver-webhook failed on the same messages five times. Find its error, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact:
          'Webhooks to slow or unresponsive endpoints are later than the 15 minutes that the breaker may add: the slow lane is full.',
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
          'Parked webhooks flow up to 15 minutes late: release-deliveries failed on the same messages five times. Nothing is lost; find its error.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Parked webhooks flow up to 15 minutes late: looks at endpoints wait in the release queue.',
        longerThan: late,
      },
    });
    const parked = new WorkQueue(this, 'ParkedEvents', {
      config,
      visibilityTimeout: PARKED_VISIBILITY,
      retention: RETENTION,
      dead: {
        severity: 'page',
        impact:
          'Parked events failed again when they were redriven: their webhooks stay unsent until the events are repaired.',
      },
      waiting: {
        severity: 'page',
        impact:
          'Events could not be dispatched and were parked: their webhooks wait until they are redriven.',
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
          'A recovery of an endpoint stopped half-way: recover-deliveries failed on it five times. Find its error, then redrive.',
      },
      waiting: {
        severity: 'warn',
        impact: 'Recoveries that people asked for do not get on: their steps wait in the recovery queue.',
        longerThan: late,
      },
    });

    const retries = new OneTimeSchedules(this, 'RetrySchedules', deployment, {
      name: 'retries',
      droppedImpact: 'Retries of webhooks that waited for half an hour or more are late',
      targets: [delivery],
    });
    const undispatched = new UndispatchedRecords(this, 'UndispatchedRecords', config);

    new DispatchEvent(this, deployment, {
      data,
      deliveryQueue: delivery.queue,
      parkedEvents: parked.queue,
      recoveryQueue: recovery.queue,
      undispatched,
    });
    new RecoverDeliveries(this, deployment, { data, recovery });
    const lanes = { deliveryQueue: delivery.queue, slowQueue: slow.queue };
    const releaseQueue = release.queue;
    const { rollout } = new DeliverWebhook(this, deployment, {
      data,
      delivery,
      slow,
      releaseQueue,
      retries,
      apiHosts,
    });
    new ReleaseDeliveries(this, deployment, { data, releaseQueue, ...lanes });
    new SweepDeliveries(this, deployment, { data, ...lanes });
    new BlankPayloads(this, deployment, { data });
    alarmOnDeliveries(this, deployment.stage, rollout);

    new CfnOutput(this, 'DeliveryQueueUrl', { value: delivery.queue.queueUrl });
    new CfnOutput(this, 'DeliveryDeadLettersUrl', { value: delivery.deadLetters.queueUrl });
    new CfnOutput(this, 'SlowDeliveryQueueUrl', { value: slow.queue.queueUrl });
    new CfnOutput(this, 'SlowDeliveryDeadLettersUrl', { value: slow.deadLetters.queueUrl });
    new CfnOutput(this, 'ReleaseQueueUrl', { value: release.queue.queueUrl });
    new CfnOutput(this, 'ReleaseDeadLettersUrl', { value: release.deadLetters.queueUrl });
    new CfnOutput(this, 'RecoveryQueueUrl', { value: recovery.queue.queueUrl });
    new CfnOutput(this, 'RecoveryDeadLettersUrl', { value: recovery.deadLetters.queueUrl });
    new CfnOutput(this, 'ParkedEventsQueueUrl', { value: parked.queue.queueUrl });
    new CfnOutput(this, 'ParkedEventsDeadLettersUrl', { value: parked.deadLetters.queueUrl });
    new CfnOutput(this, 'UndispatchedRecordsBucket', { value: undispatched.bucketName });
  }
}
