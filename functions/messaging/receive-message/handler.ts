import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import { type Conversation, newConversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import { toReceivedEvent } from '#shared/messaging/domain/message-events.ts';
import { isOwnPlatform, type MessagePlatform } from '#shared/messaging/domain/message-platform.ts';
import type { MessageContent } from '#shared/messaging/domain/message.ts';
import { newIncomingMessage } from '#shared/messaging/domain/new-message.ts';
import { MESSAGES_PATH } from '#shared/messaging/http/message-access.ts';
import { messageResponse } from '#shared/messaging/http/message-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { notVerified, verifiedNumbers } from '#shared/messaging/use-cases/choose-phone-number.ts';
import { receivedMessageId } from '#shared/messaging/use-cases/received-message-id.ts';
import { requireContact } from '#shared/messaging/use-cases/require-contact.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { requirePlausibleTime } from '#shared/platform/http/plausible-time.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly contacts: Pick<ContactReader, 'find'>;
  readonly conversations: Pick<ConversationReader, 'findOpen'>;
  readonly messages: Pick<MessageStore, 'find' | 'receive'>;
  readonly numbers: Pick<PhoneNumberReader, 'list'>;
  readonly endpoints: EndpointDirectory;
};

type Body = OperationRequest<typeof operation>['body'];

/**
 * Records a message that an engine received, with its conversation and its event in one transaction. The id of the message follows from
 * the provider's id, so a repeated request finds the message.
 */
export function createHandler({
  contacts,
  conversations,
  messages,
  numbers,
  endpoints,
}: Dependencies): OperationHandler<typeof operation> {
  return {
    async handle({ principal: { workspaceId }, body, now, requestId, baseUrl, command }) {
      const sentAt = body.sent_at ?? now;
      requirePlausibleTime(sentAt, now, '#/sent_at');
      const { provider, provider_message_id: providerMessageId, contact_id: contactId, platform } = body;
      const id = receivedMessageId(provider, providerMessageId);
      const recorded = await messages.find(workspaceId, id);
      if (recorded) return messageResponse(200, recorded);

      const contact = await requireContact(contacts, workspaceId, contactId);
      const before = await conversations.findOpen(workspaceId, contactId, platform);
      const base = before ?? (await startConversation(workspaceId, contactId, platform, now));
      const incoming = { id, content: toContent(body), sentAt, provider, providerMessageId };
      const message = newIncomingMessage(base, incoming, now);
      const after = withMessage(base, message, now);
      const recording = {
        newId,
        now,
        directory: await endpoints.readDirectory(workspaceId),
        correlationId: requestId,
      };
      const event = toReceivedEvent(message, { contact, conversation: after }, recording);

      const shown = messageResponse(201, message);
      const response = {
        ...shown,
        headers: { Location: `${baseUrl}${MESSAGES_PATH}/${id}`, ...shown.headers },
      };
      const received = {
        message,
        contact: { before: contact, after: contact },
        conversation: { before, after },
      };
      const isNew = await messages.receive(received, [event], await command(response));
      // An equal request was first. The next attempt finds its message.
      if (!isNew) throw new ConcurrentUpdateError();
      return response;
    },
  };

  async function startConversation(
    workspaceId: string,
    contactId: string,
    platform: MessagePlatform,
    now: Date,
  ): Promise<Conversation> {
    const phoneNumberId = isOwnPlatform(platform) ? await oldestNumber(workspaceId, platform) : null;
    return newConversation({ id: newId(now), workspaceId, contactId, platform, phoneNumberId }, now);
  }

  async function oldestNumber(workspaceId: string, platform: MessagePlatform): Promise<string> {
    const [oldest] = await verifiedNumbers(numbers, workspaceId, platform);
    if (oldest) return oldest.id;
    throw notVerified(
      `The workspace has no verified phone number for ${platform}. Connect one, then repeat the request.`,
    );
  }
}

/** The content of a message. Its file is not stored. */
function toContent({ type, text = null }: Body): MessageContent {
  if (type === 'text') return { type, text: text ?? '' };
  if (type === 'other') return { type, text };
  return { type, mediaId: null, text };
}
