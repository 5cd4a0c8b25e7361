import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Contact } from './contact.ts';
import type { Conversation } from './conversation.ts';
import { channelOf, isOwnPlatform, type MessagePlatform } from './message-platform.ts';
import type { MessageContent } from './message.ts';
import { acceptsFreeText } from './new-message.ts';

/** @throws PlatformError `conversation_closed` */
export function requireOpen({ status }: Conversation): void {
  if (status === 'open') return;
  throw new PlatformError(
    messagingErrors.conversation_closed,
    'The conversation is closed. Reopen the conversation, or create another one.',
  );
}

/**
 * Requires that a message can be sent to the contact now (docs/specification/messaging.md#sending-a-message). The claim of the message checks the
 * opt-out again, in its transaction.
 * @param contact of the conversation; undefined if it was deleted
 * @throws PlatformError `contact_unreachable` · `contact_opted_out` · `template_required`
 */
export function requireSendable(
  conversation: Conversation,
  contact: Contact | undefined,
  { type }: MessageContent,
  now: Date,
): void {
  const { platform } = conversation;
  if (!contact)
    throw new PlatformError(
      messagingErrors.contact_unreachable,
      'The contact of the conversation was deleted.',
    );
  if (isOwnPlatform(platform) && contact.phone === null) {
    const detail = `The contact has no phone number, which messages on ${platform} need. Add one with updateContact.`;
    throw new PlatformError(messagingErrors.contact_unreachable, detail);
  }
  if (hasOptedOut(contact, platform)) throw optedOut(platform);
  if (type !== 'template' && !acceptsFreeText(conversation, now)) {
    const detail =
      'WhatsApp accepts only templates, because the contact has sent no message within 24 hours. Send a template, or wait for a ' +
      'message of the contact.';
    throw new PlatformError(messagingErrors.template_required, detail);
  }
}

/** Whether the contact must not receive messages on the platform. The sandbox is no channel, so it has no opt-outs. */
export function hasOptedOut({ optOuts }: Pick<Contact, 'optOuts'>, platform: MessagePlatform): boolean {
  const channel = channelOf(platform);
  return channel !== undefined && optOuts.has(channel);
}

/** The error of a message to a contact who has opted out. */
export function optedOut(platform: MessagePlatform): PlatformError {
  const detail = `The contact has opted out of ${platform}. Send nothing on this channel until the contact opts in again.`;
  return new PlatformError(messagingErrors.contact_opted_out, detail);
}
