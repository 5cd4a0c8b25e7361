import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationStore } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { caller, httpEntry, storedResponses } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller, storedResponses], ({ core }) =>
  createHandler({
    conversations: createDynamoConversationStore(core),
    messages: createDynamoMessageReader(core),
    contacts: createDynamoContactReader(core),
    endpoints: createDynamoEndpointDirectory(core),
  }),
);
