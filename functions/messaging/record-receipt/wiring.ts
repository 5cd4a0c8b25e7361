import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createRecipientMeter } from '#shared/broadcasts/adapters/recipient-meter.ts';
import { createDynamoBroadcastReader } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientStore } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import {
  createAllMessages,
  createRecipientMessages,
} from '#shared/broadcasts/use-cases/recipient-messages.ts';
import { createS3FileStore } from '#shared/files/adapters/s3-file-store.ts';
import { SNIFF_LENGTH, sniffType } from '#shared/files/adapters/sniff-type.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { receiptMessageSchema } from '#shared/messaging/adapters/receipt-message.ts';
import { createWhatsappFiles } from '#shared/messaging/adapters/whatsapp-files.ts';
import { createDynamoSendingStores } from '#shared/messaging/store/dynamo-sending-stores.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { servicesOf } from '#shared/platform/runtime/messaging-settings.ts';
import { createMetrics, flushing, type Metrics } from '#shared/platform/runtime/metrics.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

type Ports = Omit<Dependencies, keyof ConsumerRuntime | 'stage' | 'metrics'> & { readonly metrics: Metrics };

export function createPorts(
  { dynamo }: Pick<AwsClients, 'dynamo'>,
  env: Env,
  { clock, writeMetrics }: Pick<ConsumerRuntime, 'clock' | 'writeMetrics'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const metrics = createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeMetrics);
  const sending = createDynamoSendingStores(core, clock);
  const ofBroadcasts = createRecipientMessages({
    broadcasts: createDynamoBroadcastReader(core),
    recipients: createDynamoRecipientStore(core),
    meter: createRecipientMeter(metrics),
  });
  return {
    ...sending,
    store: { ...sending.store, ...createAllMessages(sending.store, ofBroadcasts) },
    media: createDynamoMediaStore(core),
    files: createS3FileStore(env),
    incomingFiles: createWhatsappFiles(env.MEDIA_BUCKET, servicesOf(env)),
    sniff: { length: SNIFF_LENGTH, detect: sniffType },
    metrics,
  };
}

export function createConsumer(
  ports: Ports,
  { clock, newNonce, backOff, log }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'log'>,
  { STAGE: stage }: Pick<Env, 'STAGE'>,
) {
  const record = createHandler({ ...ports, stage, clock, newNonce, backOff, log });
  return flushing(ports.metrics, queueConsumer(receiptMessageSchema, log, record, logFields));
}

/** The content of a receipt is personal data; its message in the queue is identified by its ID. */
function logFields({ reports }: { readonly reports: readonly object[] }) {
  return { reports: reports.length };
}
