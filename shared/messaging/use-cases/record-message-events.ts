import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { toMessageEvents } from '#shared/messaging/domain/message-events.ts';
import type { MessageProgress } from '#shared/messaging/domain/message-progress.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationReader } from '#shared/messaging/ports/conversation-store.ts';
import { newId } from '#shared/platform/runtime/ids.ts';

/** What the events of a message need besides the message. */
export type MessageEventSources = {
  readonly contacts: Pick<ContactReader, 'find'>;
  readonly conversations: Pick<ConversationReader, 'find'>;
  readonly endpoints: EndpointDirectory;
};

/**
 * The events of the progress of a message, matched with the endpoints of this moment. If the contact was deleted, there are none: its
 * erasure does not include events that are recorded later, and they would contain the text of the message.
 */
export async function recordMessageEvents(
  { contacts, conversations, endpoints }: MessageEventSources,
  { message, emits }: MessageProgress,
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<RecordedEvent[]> {
  if (emits.length === 0) return [];
  const { workspaceId, contactId, conversationId } = message;
  const [contact, conversation, directory] = await Promise.all([
    contacts.find(workspaceId, contactId),
    conversationId === null ? undefined : conversations.find(workspaceId, conversationId),
    endpoints.readDirectory(workspaceId),
  ]);
  if (!contact || (conversationId !== null && !conversation)) return [];
  const recording = { newId, now, directory, correlationId: requestId };
  return toMessageEvents(emits, message, { contact, conversation }, recording);
}
