import { type Conversation, reopenConversation } from '#shared/messaging/domain/conversation.ts';
import { conversationRevision } from '#shared/messaging/http/conversation-view.ts';
import { loadConversation } from '#shared/messaging/http/load-conversation.ts';
import {
  type SilentConversationStores,
  saveSilentConversationChange,
} from '#shared/messaging/http/save-conversation-change.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { requireVerifiedNumber } from '#shared/messaging/use-cases/choose-phone-number.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { operation } from './operation.ts';

type Dependencies = SilentConversationStores & { readonly numbers: Pick<PhoneNumberReader, 'find'> };

/**
 * Reopens a conversation, unless another one of the contact is open on the platform, or its phone number can no longer send: nothing could
 * be sent in the conversation, and it would keep the contact from another one. An open conversation stays as it is.
 */
export function createHandler({
  numbers,
  ...stores
}: Dependencies): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(stores.conversations, request),
    revisionOf: conversationRevision,

    async handle(request) {
      const change = reopenConversation(request.resource, request.now);
      if (change) await requireVerifiedNumber(numbers, request.resource);
      return saveSilentConversationChange(stores, request, change);
    },
  };
}
