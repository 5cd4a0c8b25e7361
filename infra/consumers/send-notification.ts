import { Duration, Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/webhooks/send-notification/env.ts';
import { alarmOnMail } from '#infra/alarms/mail-alarms.ts';
import { alarmOnSecrets } from '#infra/alarms/secret-alarm.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, allowOpening, allowSending } from '#infra/constructs/grants.ts';
import { NO_SENDER } from '#shared/platform/runtime/mail/notification-sender.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type SendNotificationProps = {
  readonly data: DataResources;
  readonly notification: WorkQueue;
  readonly apiHosts: string;
};

/** Consumer of the notification queue: records what was observed, and sends it to the notification targets of the workspace. */
export class SendNotification extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: SendNotificationProps) {
    const { data, notification, apiHosts } = props;
    const { config, stage } = deployment;
    const { notify } = concurrencyOf(config).of;
    super(scope, deployment, {
      name: 'send-notification',
      description: 'Sends notifications about webhook endpoints',
      stalledImpact: 'Users are not notified about failing webhook endpoints',
      // 8 s for the request, the rest for reads and writes.
      timeout: Duration.seconds(15),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        DELIVERY_TABLE: data.deliveryTable.tableName,
        SECRET_KEY_ID: data.secretKey.keyArn,
        NOTIFICATION_QUEUE_URL: notification.queue.queueUrl,
        RETRY_DELAYS: config.retryDelays.join(','),
        QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
        API_HOSTS: apiHosts,
        NOTIFICATION_SENDER: config.notificationSender?.address ?? NO_SENDER,
        NOTIFICATION_CONFIGURATION_SET: config.notificationSender?.configurationSet ?? '',
      },
      statements: [...statements(props), ...mayMail(scope, config)],
      reservedConcurrency: notify,
    });
    mapQueue(this, notification.queue, notify);
    alarmOnSecrets(this, stage, 'Notifications about webhook endpoints are not sent');
    if (config.notificationSender !== null) alarmOnMail(this);
  }
}

/** Sending mail from the address of the stage, and from no other. */
function mayMail(scope: Construct, { notificationSender }: StageConfig): PolicyStatement[] {
  if (notificationSender === null) return [];
  const { address, identity, configurationSet } = notificationSender;
  const { partition, region, account } = Stack.of(scope);
  const arn = (resource: string) => `arn:${partition}:ses:${region}:${account}:${resource}`;
  const resources = [
    arn(`identity/${identity}`),
    ...(configurationSet === undefined ? [] : [arn(`configuration-set/${configurationSet}`)]),
  ];
  return [allow(['ses:SendEmail'], resources, { StringEquals: { 'ses:FromAddress': address } })];
}

function statements({ data, notification }: SendNotificationProps): PolicyStatement[] {
  return [
    ...allowItems(
      data,
      'get-notification-targets',
      'query-notification-targets',
      'get-endpoints',
      'put-notifications',
      'update-notifications',
      'get-notification-limits',
      'update-notification-limits',
    ),
    allow(
      ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      [notification.queue.queueArn],
    ),
    allowSending(notification.queue),
    allowOpening(data.secretKey, 'notification'),
  ];
}
