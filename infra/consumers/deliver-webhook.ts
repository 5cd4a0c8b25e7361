import { Duration } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/deliver-webhook/env.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import type { ConsumerEnvironment } from '#infra/constructs/function-environment.ts';
import { allow, allowItems, allowOpening, allowSending } from '#infra/constructs/grants.ts';
import type { OneTimeSchedules } from '#infra/constructs/one-time-schedules.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type DeliverWebhookProps = {
  readonly data: DataResources;
  readonly delivery: WorkQueue;
  /** The slow lane: same messages and same function, separate concurrency. */
  readonly slow: WorkQueue;
  readonly releaseQueue: IQueue;
  readonly notificationQueue: IQueue;
  readonly retries: OneTimeSchedules;
  readonly apiHosts: string;
};

/** The function waits for receivers most of the time. `bench -- cost` adds its CPU time on the share of a core that this size buys. */
const DELIVER_MEMORY_MEGABYTES = 256;

/** Consumer of the delivery queue: signs and sends the request, records the attempt and schedules the next one. */
export class DeliverWebhook extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: DeliverWebhookProps) {
    const { deliver, deliverSlow } = concurrencyOf(deployment.config).of;
    super(scope, deployment, {
      name: 'deliver-webhook',
      description: 'Sends signed webhooks and schedules their retries',
      stalledImpact: 'Webhooks are late',
      staged: true,
      // 8 s for the request, the rest for reads, recording the attempt and queueing the next one.
      timeout: Duration.seconds(15),
      memoryMegabytes: DELIVER_MEMORY_MEGABYTES,
      environment: environment(deployment, props),
      statements: statements(props),
      reservedConcurrency: deliver + deliverSlow,
      // Retries return to the function's own queue. During an outage of KMS or for a held endpoint, a delivery can pass through
      // it 16 times. Lambda's loop detection would drop it then; the delivery itself limits its attempts.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, props.delivery.queue, deliver);
    mapQueue(this, props.slow.queue, deliverSlow, { id: 'SlowQueueMapping' });
    alarmOnSecrets(this, deployment.stage, 'Webhooks are not sent');
  }
}

function environment(
  { stage, config }: Deployment,
  props: DeliverWebhookProps,
): ConsumerEnvironment<typeof envSchema> {
  const { data, delivery, slow, releaseQueue, notificationQueue, retries, apiHosts } = props;
  return {
    CORE_TABLE: data.coreTable.tableName,
    DELIVERY_TABLE: data.deliveryTable.tableName,
    DELIVERY_QUEUE_URL: delivery.queue.queueUrl,
    DELIVERY_QUEUE_ARN: delivery.queue.queueArn,
    SLOW_QUEUE_URL: slow.queue.queueUrl,
    RELEASE_QUEUE_URL: releaseQueue.queueUrl,
    NOTIFICATION_QUEUE_URL: notificationQueue.queueUrl,
    SECRET_KEY_ID: data.secretKey.keyArn,
    RETRY_SCHEDULE_GROUP: retries.groupName,
    RETRY_SCHEDULE_ROLE_ARN: retries.roleArn,
    RETRY_DEAD_LETTER_ARN: delivery.deadLetters.queueArn,
    RETRY_DELAYS: config.retryDelays.join(','),
    QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
    DEFER_SECONDS: String(config.breaker.deferSeconds),
    PROBE_SECONDS: String(config.breaker.probeSeconds),
    API_HOSTS: apiHosts,
    POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
  };
}

function statements(props: DeliverWebhookProps): PolicyStatement[] {
  const { data, delivery, slow, releaseQueue, notificationQueue, retries } = props;
  return [
    ...allowItems(
      data,
      'get-targets',
      'batch-get-targets',
      'update-targets',
      'get-events',
      'put-deliveries',
      'update-deliveries',
      'get-attempt-counts',
      'put-attempt-counts',
      'put-announced-hours',
      'query-notification-targets',
    ),
    allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      [delivery.queue.queueArn, slow.queue.queueArn],
    ),
    allowSending(delivery.queue, slow.queue, releaseQueue, notificationQueue),
    allowOpening(data.secretKey, 'signing'),
    ...retries.creating(),
  ];
}
