import { type Conversation, closeConversation } from '#shared/messaging/domain/conversation.ts';
import { conversationRevision } from '#shared/messaging/http/conversation-view.ts';
import { loadConversation } from '#shared/messaging/http/load-conversation.ts';
import {
  type ConversationStores,
  saveConversationChange,
} from '#shared/messaging/http/save-conversation-change.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Closes a conversation and emits its event. A closed conversation stays as it is. */
export function createHandler(stores: ConversationStores): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(stores.conversations, request),
    revisionOf: conversationRevision,

    async handle(request) {
      return saveConversationChange(stores, request, closeConversation(request.resource, request.now));
    },
  };
}
