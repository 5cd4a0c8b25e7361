import { createDynamoMediaReader } from '#shared/files/store/dynamo-media-store.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationReader } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageStore } from '#shared/messaging/store/dynamo-message-store.ts';
import { createDynamoPhoneNumberReader } from '#shared/messaging/store/dynamo-phone-number-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    conversations: createDynamoConversationReader(core),
    contacts: createDynamoContactReader(core),
    messages: createDynamoMessageStore(core),
    numbers: createDynamoPhoneNumberReader(core),
    media: createDynamoMediaReader(core),
  }),
);
