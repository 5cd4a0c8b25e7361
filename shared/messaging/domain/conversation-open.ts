import * as eventsErrors from '#shared/events/errors.ts';
import * as messagingErrors from '#shared/messaging/errors.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';

/** The error of a command that would give a contact two open conversations on a platform. `conversation` is the open one. */
export function conversationOpen(conversationId: string): PlatformError {
  const detail =
    'The contact has an open conversation on this platform. Use that conversation, or close it first.';
  return new PlatformError(messagingErrors.conversation_open, detail, { conversation: conversationId });
}

/** The error of a conversation with a contact that does not exist, or no longer. */
export function contactMissing(): PlatformError {
  return new PlatformError(eventsErrors.contact_not_found, 'The workspace has no contact with this ID.');
}
