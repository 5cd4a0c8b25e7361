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
import {
  type ConsumerProvisions,
  consumerEntry,
  queueMessages,
  writtenMetrics,
} from '#shared/platform/entry/consumer-entry.ts';
import { createDynamoWorkspaceReader } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { sqsClient } from '#shared/platform/runtime/aws-access.ts';
import { deployedFiles } from '#shared/platform/runtime/deployed-files.ts';
import { consumer } from './consumer.ts';
import { createHandler, type Dependencies } from './handler.ts';

/** Messages of the sandbox per second and number. */
const SANDBOX_PER_SECOND = 100;

/** `replaced` are ports of a test. */
export function build(
  provisions: ConsumerProvisions<typeof consumer>,
  { senders, ...replaced }: Partial<Dependencies> = {},
) {
  const { core, aws, receiptQueue, metrics, clock, newNonce, backOff, wait, log } = provisions;
  const { contacts, conversations, numbers, receipts, endpoints } = createDynamoSendingStores(core, clock);
  return createHandler({
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
    senders: meterSenders(senders ?? createSenders(provisions, sqsClient(aws), receiptQueue), metrics),
    meter: createRecipientMeter(metrics),
    prices: provisions.messagePrices,
    quotas: {
      sms: provisions.smsPerSecond,
      whatsapp: provisions.whatsappPerSecond,
      sandbox: SANDBOX_PER_SECOND,
    },
    clock,
    newNonce,
    backOff,
    wait,
    log,
    ...replaced,
  });
}

export const handler = consumerEntry(consumer, [queueMessages, writtenMetrics], build);
