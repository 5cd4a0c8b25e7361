import type { AwsClients } from '#packages/lean-aws-client/aws-clients.ts';
import { createRecipientMeter } from '#shared/broadcasts/adapters/recipient-meter.ts';
import { createRecipientZones } from '#shared/broadcasts/adapters/recipient-zones.ts';
import { createDynamoBroadcastEstimates } from '#shared/broadcasts/store/dynamo-broadcast-estimates.ts';
import { createDynamoBroadcastRuns } from '#shared/broadcasts/store/dynamo-broadcast-runs.ts';
import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoRecipientStore } from '#shared/broadcasts/store/dynamo-recipient-store.ts';
import { createDynamoSendRates } from '#shared/broadcasts/store/dynamo-send-rates.ts';
import { createDynamoMediaStore } from '#shared/files/store/dynamo-media-store.ts';
import { meterSenders } from '#shared/messaging/adapters/meter-senders.ts';
import { createPhoneNumbers } from '#shared/messaging/adapters/phone-numbers.ts';
import { createSenders } from '#shared/messaging/adapters/senders.ts';
import { createDynamoContactImportReader } from '#shared/messaging/store/dynamo-contact-imports.ts';
import { createDynamoListMembers } from '#shared/messaging/store/dynamo-list-members.ts';
import { createDynamoSendingStores } from '#shared/messaging/store/dynamo-sending-stores.ts';
import { logFieldsDue, scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { queueConsumer } from '#shared/platform/queues/queue-consumer.ts';
import type { ConsumerRuntime } from '#shared/platform/runtime/consumer-runtime.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { createMetrics, flushing, type Metrics } from '#shared/platform/runtime/metrics.ts';
import { createTable } from '#shared/platform/store/table.ts';
import type { Env } from './env.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** What `createConsumer` makes of the settings and the metrics. */
type Settings = 'prices' | 'quotas' | 'meter';
type Ports = Omit<Dependencies, keyof ConsumerRuntime | Settings> & { readonly metrics: Metrics };

/** Messages of the sandbox per second and number. */
const SANDBOX_PER_SECOND = 100;

export function createPorts(
  { dynamo, sqs }: Pick<AwsClients, 'dynamo' | 'sqs'>,
  env: Env,
  { clock, writeMetrics }: Pick<ConsumerRuntime, 'clock' | 'writeMetrics'>,
): Ports {
  const core = createTable(dynamo, env.CORE_TABLE);
  const { contacts, conversations, numbers, receipts, endpoints } = createDynamoSendingStores(core, clock);
  return {
    broadcasts: createDynamoBroadcastStore(core),
    runs: createDynamoBroadcastRuns(core),
    estimates: createDynamoBroadcastEstimates(core),
    recipients: createDynamoRecipientStore(core),
    rates: createDynamoSendRates(core),
    zones: createRecipientZones(createPhoneNumbers(deployedFiles(import.meta.url))),
    workspaces: createDynamoWorkspaceReader(core),
    imports: createDynamoContactImportReader(core),
    listMembers: createDynamoListMembers(core),
    contacts,
    conversations,
    numbers,
    receipts,
    endpoints,
    media: createDynamoMediaStore(core),
    senders: createSenders(env, sqs, clock),
    metrics: createMetrics(env.POWERTOOLS_METRICS_NAMESPACE, writeMetrics),
  };
}

export function createConsumer(
  { metrics, ...ports }: Ports,
  {
    clock,
    newNonce,
    backOff,
    wait,
    log,
  }: Pick<ConsumerRuntime, 'clock' | 'newNonce' | 'backOff' | 'wait' | 'log'>,
  env: Pick<Env, 'MESSAGE_PRICES' | 'SMS_PER_SECOND' | 'WHATSAPP_PER_SECOND'>,
) {
  const send = createHandler({
    ...ports,
    senders: meterSenders(ports.senders, metrics),
    meter: createRecipientMeter(metrics),
    prices: env.MESSAGE_PRICES,
    quotas: {
      sms: env.SMS_PER_SECOND,
      whatsapp: env.WHATSAPP_PER_SECOND,
      sandbox: SANDBOX_PER_SECOND,
    },
    clock,
    newNonce,
    backOff,
    wait,
    log,
  });
  return flushing(metrics, queueConsumer(scheduledJobSchema, log, send, logFieldsDue));
}
