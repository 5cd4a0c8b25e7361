import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { createDynamoContactStore } from './dynamo-contact-store.ts';
import { createDynamoConversationReader } from './dynamo-conversation-store.ts';
import { createDynamoMessageStore } from './dynamo-message-store.ts';
import { createDynamoPhoneNumberReader } from './dynamo-phone-number-store.ts';
import { createDynamoReceiptStore } from './dynamo-receipt-store.ts';

/** The stores of both consumers on the way of a message: the one that sends, and the one that records what providers report. */
export function createDynamoSendingStores(core: WritableTable, clock: Clock) {
  return {
    store: createDynamoMessageStore(core),
    contacts: createDynamoContactStore(core),
    conversations: createDynamoConversationReader(core),
    numbers: createDynamoPhoneNumberReader(core),
    receipts: createDynamoReceiptStore(core, clock),
    endpoints: createDynamoEndpointDirectory(core),
  };
}
