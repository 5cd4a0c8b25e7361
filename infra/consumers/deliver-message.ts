import { Duration, Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/messaging/deliver-message/env.ts';
import { alarmOnMessages } from '#infra/alarms/message-alarms.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import {
  allow,
  allowItems,
  allowReadingMedia,
  allowSending,
  messagingArns,
} from '#infra/constructs/grants.ts';
import { messagingChannelsOf, priceText } from '#infra/messaging.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type DeliverMessageProps = {
  readonly data: DataResources;
  readonly message: WorkQueue;
  readonly receipt: WorkQueue;
};

/** Consumer of the message queue: sends each queued message once, and ends leases without a result. */
export class DeliverMessage extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: DeliverMessageProps) {
    const { data, message, receipt } = props;
    const { config, stage } = deployment;
    const concurrency = concurrencyOf(config).of.message;
    super(scope, deployment, {
      name: 'deliver-message',
      description: 'Sends messages to contacts',
      stalledImpact: 'Messages to contacts are sent late',
      // An upload and a send take at most 10 s each. The lease of a message ends after 60 s.
      timeout: Duration.seconds(30),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
        MESSAGE_QUEUE_URL: message.queue.queueUrl,
        RECEIPT_QUEUE_URL: receipt.queue.queueUrl,
        QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
        MESSAGING_CHANNELS: messagingChannelsOf(config),
        SMS_CONFIGURATION_SET: config.messaging?.smsConfigurationSet ?? '',
        SMS_PROTECT_CONFIGURATION: config.messaging?.protectConfigurationId ?? '',
        SMS_MAX_PRICE: config.messaging === null ? '' : priceText(config.messaging),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      },
      statements: [...statements(props), ...maySend(scope, config)],
      reservedConcurrency: concurrency,
      // A job that arrives early returns to the function's own queue.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, message.queue, concurrency);
    if (config.messaging !== null) alarmOnMessages(this, deployment);
  }
}

function statements({ data, message, receipt }: DeliverMessageProps): PolicyStatement[] {
  return [
    ...allowItems(
      data,
      'get-messages',
      'update-messages',
      // A message that no engine has claimed for a week.
      'delete-queued-messages',
      'get-contacts',
      'check-contacts',
      // A rejection by AWS can say that the contact has opted out.
      'update-contacts',
      'get-conversations',
      'get-phone-numbers',
      'get-media-records',
      'update-provider-messages',
      'get-directories',
      'put-events',
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [message.queue.queueArn]),
    allowSending(message.queue, receipt.queue),
    // AWS reads files of WhatsApp messages with the permissions of the function.
    allowReadingMedia(data.mediaBucket),
  ];
}

/** Sending from the numbers of the account that have been given to a workspace, with the settings of the stage and no others. */
function maySend(scope: Construct, { messaging }: StageConfig): PolicyStatement[] {
  if (messaging === null) return [];
  const arns = messagingArns(Stack.of(scope));
  const { smsConfigurationSet, protectConfigurationId: protect, whatsapp } = messaging;
  const isAssigned = { Null: { 'aws:ResourceTag/workspace': 'false' } };
  return [
    allow(['sms-voice:SendTextMessage'], [arns.smsNumbers], isAssigned),
    allow(
      ['sms-voice:SendTextMessage'],
      [
        arns.smsConfigurationSet(smsConfigurationSet),
        ...(protect === undefined ? [] : [arns.protectConfiguration(protect)]),
      ],
    ),
    ...(whatsapp
      ? [
          allow(
            ['social-messaging:SendWhatsAppMessage', 'social-messaging:PostWhatsAppMessageMedia'],
            [arns.whatsappNumbers],
            isAssigned,
          ),
        ]
      : []),
  ];
}
