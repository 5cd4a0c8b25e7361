import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationReader } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageStore } from '#shared/messaging/store/dynamo-message-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    messages: createDynamoMessageStore(core),
    contacts: createDynamoContactReader(core),
    conversations: createDynamoConversationReader(core),
    endpoints: createDynamoEndpointDirectory(core),
  }),
);
