import { createDynamoConversationStore } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    conversations: createDynamoConversationStore(core),
    messages: createDynamoMessageReader(core),
    numbers: createDynamoPhoneNumberReader(core),
  }),
);
