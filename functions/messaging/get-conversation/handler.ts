import { type FindsRecords, readRecord, type RecordResponse } from '#shared/events/http/read-records.ts';
import { conversationResponse } from '#shared/messaging/http/conversation-view.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import { readSentMessage } from '#shared/messaging/use-cases/read-sent-messages.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = FindsRecords & {
  readonly conversations: Pick<ConversationReader, 'find'>;
  readonly messages: Pick<MessageReader, 'find'>;
};

/** The revision of a message that is as its request has queued it. */
const FIRST_REVISION = 1;

/** Reads a conversation of this platform or of another system. The status of its last message changes without the revision. */
export function createHandler({
  conversations,
  messages,
  externalRecords,
}: Dependencies): OperationHandler<typeof operation, RecordResponse> {
  return readRecord('conversation', { externalRecords }, async (workspaceId, id) => {
    const conversation = await conversations.find(workspaceId, id);
    if (!conversation) return undefined;
    const sent = await readSentMessage(messages, conversation);
    const response = conversationResponse(200, conversation, sent);
    return { ...response, changesWithoutRevision: sent !== undefined && sent.revision > FIRST_REVISION };
  });
}
