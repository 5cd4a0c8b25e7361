import { conversationOpen } from '#shared/messaging/domain/conversation-open.ts';
import { newConversation } from '#shared/messaging/domain/conversation.ts';
import { CONVERSATIONS_PATH } from '#shared/messaging/http/conversation-access.ts';
import { conversationResponse } from '#shared/messaging/http/conversation-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationStore } from '#shared/messaging/ports/conversation-store.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { choosePhoneNumber } from '#shared/messaging/use-cases/choose-phone-number.ts';
import { requireContact, unknownContact } from '#shared/messaging/use-cases/require-contact.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly contacts: Pick<ContactReader, 'find'>;
  readonly conversations: Pick<ConversationStore, 'findOpen' | 'create'>;
  readonly numbers: Pick<PhoneNumberReader, 'find' | 'list'>;
};

/**
 * Creates the open conversation of a contact on a platform. The read finds an open conversation before the phone number is required; the
 * write repeats this check as a condition, for two requests at the same time.
 */
export function createHandler({
  contacts,
  conversations,
  numbers,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, baseUrl, command }) {
      const { contact_id: contactId, platform, phone_number_id: requested } = body;
      await requireContact(contacts, workspaceId, contactId);
      const open = await conversations.findOpen(workspaceId, contactId, platform);
      if (open) throw conversationOpen(open.id);
      const phoneNumberId = await choosePhoneNumber(numbers, workspaceId, { platform, requested });

      const identity = { id: newId(now), workspaceId, contactId, platform, phoneNumberId };
      const conversation = newConversation(identity, now);
      const shown = conversationResponse(201, conversation, undefined);
      const location = `${baseUrl}${CONVERSATIONS_PATH}/${conversation.id}`;
      const response = { ...shown, headers: { Location: location, ...shown.headers } };
      try {
        await conversations.create(conversation, await command(response));
      } catch (error) {
        // The contact was deleted after the read. Its ID is in the body, not in the path.
        throw error instanceof PlatformError && error.code === 'contact_not_found' ? unknownContact() : error;
      }
      return response;
    },
  };
}
