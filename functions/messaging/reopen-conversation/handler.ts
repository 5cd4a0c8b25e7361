import { type Conversation, reopenConversation } from '#shared/messaging/domain/conversation.ts';
import { conversationRevision } from '#shared/messaging/http/conversation-view.ts';
import { loadConversation } from '#shared/messaging/use-cases/load-conversation.ts';
import {
  type SilentConversationStores,
  saveSilentConversationChange,
} from '#shared/messaging/use-cases/save-conversation-change.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

/** Reopens a conversation, unless another one of the contact is open on the platform. An open conversation stays as it is. */
export function createHandler(
  stores: SilentConversationStores,
): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(stores.conversations, request),
    revisionOf: conversationRevision,

    async handle(request) {
      return saveSilentConversationChange(stores, request, reopenConversation(request.resource, request.now));
    },
  };
}
