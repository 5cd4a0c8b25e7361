import { CfnOutput } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { alarmOnDeliveries } from '#infra/alarms/outcome-alarms.ts';
import type { DataResources, HostResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { PlatformStack } from '#infra/constructs/platform-stack.ts';
import { addConsumers, consumersOf } from '#infra/consumers/consumer-function.ts';
import { OneTimeSchedules } from '#infra/consumers/one-time-schedules.ts';
import { StreamFailuresBucket } from '#infra/consumers/stream-failures-bucket.ts';
import { addQueues } from '#infra/consumers/work-queue.ts';

/** The path of an event: core stream → dispatch-event → delivery queue → deliver-webhook → receiver, or a scheduled retry. */
export class DeliveryStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, data: DataResources, hosts: HostResources) {
    super(scope, deployment, 'delivery', {
      description: 'Workspace platform: delivers recorded events as signed webhooks',
      terminationProtection: deployment.config.deletionProtection,
    });
    const { config } = deployment;
    const queues = addQueues(this, config, {
      delivery: {
        severity: 'page',
        dead: 'Webhooks are not sent: deliver-webhook failed on the same messages repeatedly. Find its error, fix it, then redrive.',
        waiting:
          'Webhooks are minutes late: the delivery queue grows faster than deliver-webhook processes it.',
      },
      slow: {
        id: 'SlowDelivery',
        severity: 'page',
        waitingSeverity: 'warn',
        dead: 'Webhooks to slow or unresponsive endpoints are not sent: deliver-webhook failed on the same messages repeatedly. Find its error, fix it, then redrive.',
        waiting:
          'Webhooks to slow or unresponsive endpoints are more than 15 minutes late: the slow queue grows faster than deliver-webhook processes it.',
      },
      release: {
        severity: 'warn',
        dead: 'Deferred webhooks are sent up to 15 minutes late: release-deliveries failed on the same messages repeatedly. Nothing is lost; find its error.',
        waiting: 'Deferred webhooks are sent up to 15 minutes late: probe jobs wait in the release queue.',
      },
      'quarantined-events': {
        severity: 'page',
        dead: 'Quarantined events failed again in a redrive: their webhooks are not sent until the events are repaired.',
        waiting:
          'Events could not be dispatched and are in the quarantine queue: their webhooks wait until the events are redriven.',
      },
      recovery: {
        severity: 'page',
        waitingSeverity: 'warn',
        dead: 'A recovery of an endpoint stopped before its end: recover-deliveries failed on it repeatedly. Find its error, fix it, then redrive.',
        waiting: 'Requested recoveries make no progress: their steps wait in the recovery queue.',
      },
      notification: {
        severity: 'warn',
        dead: 'Users are not notified about failing webhook endpoints: send-notification failed on the same messages repeatedly. Find its error, fix it, then redrive.',
        waiting:
          'Notifications about failing webhook endpoints are late: they wait in the notification queue.',
      },
    });
    const retries = new OneTimeSchedules(this, 'RetrySchedules', deployment, {
      name: 'retries',
      droppedImpact: 'Retries of webhooks with a delay of half an hour or more are late',
      swept: { sweep: 'sweep-deliveries', code: 'DELIVERIES_SWEPT' },
      targets: [queues.delivery],
    });
    const undispatched = new StreamFailuresBucket(this, 'UndispatchedRecords', config);

    const consumers = addConsumers(this, deployment, consumersOf('delivery'), {
      data,
      queues,
      schedules: { retry: retries },
      unhandled: undispatched,
      ...hosts,
    });
    alarmOnDeliveries(this, deployment.stage, consumers.get('deliver-webhook')?.rollout);

    new CfnOutput(this, 'UndispatchedRecordsBucket', { value: undispatched.bucketName });
  }
}
