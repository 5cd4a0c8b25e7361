import { Duration } from 'aws-cdk-lib';
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
import { allow, allowItems, allowReadingMedia, allowSending } from '#infra/constructs/grants.ts';
import { maySendMessages } from '#infra/constructs/message-grants.ts';
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
        ...sendersVariables(config, { data, receipt }),
        MESSAGE_QUEUE_URL: message.queue.queueUrl,
        QUEUE_DELAY_LIMIT: String(config.queueDelayLimit),
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      },
      statements: [...statements(props), ...maySendMessages(scope, config)],
      reservedConcurrency: concurrency,
      // A job that arrives early returns to the function's own queue.
      recursiveLoop: RecursiveLoop.ALLOW,
    });
    mapQueue(this, message.queue, concurrency);
    if (config.messaging !== null) alarmOnMessages(this, deployment);
  }
}

/** The variables of `sendersEnv` that Lambda does not set. */
export function sendersVariables(
  config: StageConfig,
  { data, receipt }: Pick<DeliverMessageProps, 'data' | 'receipt'>,
) {
  return {
    MEDIA_BUCKET: data.mediaBucket.bucketName,
    RECEIPT_QUEUE_URL: receipt.queue.queueUrl,
    MESSAGING_CHANNELS: messagingChannelsOf(config),
    SMS_CONFIGURATION_SET: config.messaging?.smsConfigurationSet ?? '',
    SMS_PROTECT_CONFIGURATION: config.messaging?.protectConfigurationId ?? '',
    SMS_MAX_PRICE: config.messaging === null ? '' : priceText(config.messaging),
  };
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
