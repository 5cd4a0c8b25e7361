import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import { conversationResponse } from '#shared/messaging/http/conversation-view.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & { readonly conversations: Pick<ConversationReader, 'find'> };

/** Reads a conversation of this platform or of another system. */
export function createHandler({
  conversations,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('conversation', { externalRecords }, async (workspaceId, id) => {
    const conversation = await conversations.find(workspaceId, id);
    return conversation && conversationResponse(200, conversation);
  });
}
