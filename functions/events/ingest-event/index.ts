import { createDynamoBroadcastStore } from '#shared/broadcasts/store/dynamo-broadcast-store.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import { createDynamoContactReader } from '#shared/messaging/store/dynamo-contact-store.ts';
import { createDynamoConversationReader } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { postEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = postEntry(operation, ({ core }) =>
  createHandler({
    events: createDynamoEventStore(core),
    endpoints: createDynamoEndpointDirectory(core),
    broadcasts: createDynamoBroadcastStore(core),
    contacts: createDynamoContactReader(core),
    conversations: createDynamoConversationReader(core),
    messages: createDynamoMessageReader(core),
  }),
);
