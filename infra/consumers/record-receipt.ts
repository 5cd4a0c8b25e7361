import { Duration, Stack } from 'aws-cdk-lib';
import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { envSchema } from '#functions/messaging/record-receipt/env.ts';
import { metricsNamespace } from '#infra/alarms/platform-metric.ts';
import { concurrencyOf } from '#infra/concurrency.ts';
import type { StageConfig } from '#infra/config.ts';
import type { DataResources } from '#infra/constructs/data-resources.ts';
import type { Deployment } from '#infra/constructs/deployment.ts';
import { allow, allowItems, messagingArns } from '#infra/constructs/grants.ts';
import { CHECKED, UPLOADS } from '#infra/constructs/media-bucket.ts';
import { ConsumerFunction } from './consumer-function.ts';
import { mapQueue } from './event-mappings.ts';
import type { WorkQueue } from './work-queue.ts';

export type RecordReceiptProps = { readonly data: DataResources; readonly receipt: WorkQueue };

/** Consumer of the receipt queue: records the status of messages, and messages from contacts. */
export class RecordReceipt extends ConsumerFunction<typeof envSchema> {
  constructor(scope: Construct, deployment: Deployment, props: RecordReceiptProps) {
    const { data, receipt } = props;
    const { config, stage } = deployment;
    const concurrency = concurrencyOf(config).of.receipt;
    super(scope, deployment, {
      name: 'record-receipt',
      description: 'Records the status of messages, and messages from contacts',
      stalledImpact: 'The status of messages is outdated, and messages from contacts appear late',
      // A file of 200 MB is copied within the bucket.
      timeout: Duration.seconds(30),
      environment: {
        CORE_TABLE: data.coreTable.tableName,
        MEDIA_BUCKET: data.mediaBucket.bucketName,
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(stage),
      },
      statements: [...statements(props), ...mayReadMedia(scope, config)],
      reservedConcurrency: concurrency,
    });
    mapQueue(this, receipt.queue, concurrency);
  }
}

function statements({ data, receipt }: RecordReceiptProps): PolicyStatement[] {
  const { mediaBucket } = data;
  return [
    ...allowItems(
      data,
      'get-broadcasts',
      'get-recipients',
      'update-recipients',
      'get-messages',
      'put-messages',
      'update-messages',
      'get-contacts',
      'put-contacts',
      'update-contacts',
      'check-contacts',
      'get-contact-addresses',
      'put-contact-addresses',
      'get-contact-hash-keys',
      'put-contact-hash-keys',
      'get-quotas',
      'update-quotas',
      'get-conversations',
      'put-conversations',
      'update-conversations',
      'get-open-conversations',
      'put-open-conversations',
      'put-conversation-links',
      'get-phone-numbers',
      'get-verified-numbers',
      'update-provider-messages',
      'get-media-records',
      'put-media-records',
      'update-media-records',
      'get-directories',
      'put-events',
    ),
    allow(['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [receipt.queue.queueArn]),
    // AWS writes files of WhatsApp messages with the permissions of the function, which then checks and copies them.
    allow(['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], [mediaBucket.arnForObjects(UPLOADS)]),
    allow(['s3:PutObject', 's3:DeleteObject'], [mediaBucket.arnForObjects(CHECKED)]),
    allow(['s3:ListBucket'], [mediaBucket.bucketArn]),
  ];
}

function mayReadMedia(scope: Construct, { messaging }: StageConfig): PolicyStatement[] {
  if (messaging?.whatsapp !== true) return [];
  return [
    allow(['social-messaging:GetWhatsAppMessageMedia'], [messagingArns(Stack.of(scope)).whatsappNumbers], {
      Null: { 'aws:ResourceTag/workspace': 'false' },
    }),
  ];
}
