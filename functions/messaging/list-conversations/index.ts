import { createDynamoExternalRecordReader } from '#shared/events/store/dynamo-external-records.ts';
import { createDynamoConversationReader } from '#shared/messaging/store/dynamo-conversation-store.ts';
import { createDynamoMessageReader } from '#shared/messaging/store/dynamo-message-store.ts';
import { caller, httpEntry } from '#shared/platform/entry/http-entry.ts';
import { createHandler } from './handler.ts';
import { operation } from './operation.ts';

export const handler = httpEntry(operation, [caller], ({ core }) =>
  createHandler({
    conversations: createDynamoConversationReader(core),
    messages: createDynamoMessageReader(core),
    externalRecords: createDynamoExternalRecordReader(core),
  }),
);
