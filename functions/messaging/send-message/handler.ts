import * as filesErrors from '#shared/files/errors.ts';
import type { MediaReader } from '#shared/files/ports/media-store.ts';
import {
  mediaTypeOf,
  MESSAGE_LIMITS,
  requireShortText,
  requireSupported,
  requireSupportedFile,
} from '#shared/messaging/domain/content-rules.ts';
import { type Conversation, withMessage } from '#shared/messaging/domain/conversation.ts';
import type { MessageContent } from '#shared/messaging/domain/message.ts';
import { newOutgoingMessage } from '#shared/messaging/domain/new-message.ts';
import { requireOpen, requireSendable } from '#shared/messaging/domain/require-sendable.ts';
import { loadConversation } from '#shared/messaging/http/load-conversation.ts';
import { messageResponse } from '#shared/messaging/http/message-view.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageStore } from '#shared/messaging/ports/message-store.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';
import { requireVerifiedNumber } from '#shared/messaging/use-cases/choose-phone-number.ts';
import { withOptOutsOfNumber } from '#shared/messaging/use-cases/keep-opt-outs.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { OperationHandler, OperationRequest } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly conversations: Pick<ConversationReader, 'find'>;
  readonly contacts: Pick<ContactReader, 'find' | 'findSameNumber'>;
  readonly messages: Pick<MessageStore, 'add'>;
  readonly numbers: Pick<PhoneNumberReader, 'find'>;
  readonly media: Pick<MediaReader, 'find'>;
};

type Body = OperationRequest<typeof operation>['body'];

/**
 * Queues a message. The item of the message has its first job, so what was stored is sent: by this platform, or by the system that claims
 * the message (docs/specification/messaging.md#sending-a-message).
 */
export function createHandler({
  conversations,
  contacts,
  messages,
  numbers,
  media,
}: Dependencies): OperationHandler<typeof operation, Conversation> {
  return {
    load: (request) => loadConversation(conversations, request),

    async handle({ resource: before, body, now, command }) {
      requireOpen(before);
      const content = await readContent(before, body);
      const contact = await contacts.find(before.workspaceId, before.contactId);
      const recipient = contact && (await withOptOutsOfNumber(contacts, contact));
      requireSendable(before, recipient, content, now);
      await requireVerifiedNumber(numbers, before);

      const message = newOutgoingMessage(before, { id: newId(now), content, now });
      const after = withMessage(before, message, now);
      const response = messageResponse(202, message);
      await messages.add(message, { before, after }, await command(response));
      return response;
    },
  };

  async function readContent(conversation: Conversation, body: Body): Promise<MessageContent> {
    const { platform, workspaceId } = conversation;
    if (body.media) {
      const { id: mediaId, text = null } = body.media;
      requireSupported(platform, 'media');
      const file = await findFile(workspaceId, mediaId);
      requireSupportedFile(platform, file);
      return { type: mediaTypeOf(file.mimeType), mediaId, text };
    }
    if (body.template) {
      requireSupported(platform, 'template');
      requireShortParameters(body.template.parameters);
      return { type: 'template', ...body.template };
    }
    // The schema requires one of the three fields, and every platform accepts text.
    const { text = '' } = body;
    requireShortText(platform, text);
    return { type: 'text', text };
  }

  async function findFile(workspaceId: string, id: string) {
    const file = await media.find(workspaceId, id);
    if (!file) {
      const detail = 'The workspace has no media file with this ID. Use the UUID of a file from listMedia.';
      throw new ValidationError([{ pointer: '#/media/id', ...filesErrors.media_not_found(), detail }]);
    }
    if (file.state === 'ready') return file;
    const detail =
      'The media file is not stored yet, or could not be downloaded. Use a file with the state `ready`.';
    throw new ValidationError([{ pointer: '#/media/id', ...filesErrors.media_not_uploaded(), detail }]);
  }
}

/** A page of 100 messages must fit into the response of a function. */
function requireShortParameters(parameters: readonly string[]): void {
  if ([...parameters.join('')].length <= MESSAGE_LIMITS.text) return;
  const detail = `The parameters together can have at most ${MESSAGE_LIMITS.text} characters.`;
  throw new ValidationError([{ pointer: '#/template/parameters', code: 'too_long', detail }]);
}
