import type { EndpointDirectory } from '#shared/events/ports/endpoint-directory.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { Conversation, ConversationChange } from '#shared/messaging/domain/conversation.ts';
import { toConversationEvents } from '#shared/messaging/domain/message-events.ts';
import type { ContactReader } from '#shared/messaging/ports/contact-store.ts';
import type { ConversationStore } from '#shared/messaging/ports/conversation-store.ts';
import type { MessageReader } from '#shared/messaging/ports/message-store.ts';
import { readSentMessage } from '#shared/messaging/use-cases/read-sent-messages.ts';
import type { CommandContext } from '#shared/platform/core/change.ts';
import type { HandlerResponse } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { conversationResponse } from './conversation-view.ts';

/** The stores of operations that change a conversation without an event. */
export type SilentConversationStores = {
  readonly conversations: Pick<ConversationStore, 'find' | 'save'>;
  readonly messages: Pick<MessageReader, 'find'>;
};

/** The stores of operations that change a conversation and can emit an event. */
export type ConversationStores = SilentConversationStores & {
  readonly contacts: Pick<ContactReader, 'find'>;
  readonly endpoints: EndpointDirectory;
};

type ChangeRequest = {
  readonly resource: Conversation;
  readonly now: Date;
  readonly requestId: string;
  readonly command: (response: HandlerResponse) => Promise<CommandContext>;
};

/** Writes a change with its event in one transaction, and returns the conversation. Without a change nothing is written. */
export async function saveConversationChange(
  stores: ConversationStores,
  { resource: before, command, ...recording }: ChangeRequest,
  change: ConversationChange | undefined,
): Promise<HandlerResponse> {
  const sent = await readSentMessage(stores.messages, before);
  if (!change) return conversationResponse(200, before, sent);
  const { events, contact } = await recordEvents(stores, change, recording);
  const response = conversationResponse(200, change.conversation, sent);
  await stores.conversations.save(before, change.conversation, events, await command(response), contact);
  return response;
}

/** Writes a change that emits no event, and returns the conversation. Without a change nothing is written. */
export async function saveSilentConversationChange(
  { conversations, messages }: SilentConversationStores,
  { resource: before, command }: ChangeRequest,
  change: ConversationChange | undefined,
): Promise<HandlerResponse> {
  if (change?.emits !== undefined) throw new Error(`The event ${change.emits} would be lost`);
  const sent = await readSentMessage(messages, before);
  const response = conversationResponse(200, change?.conversation ?? before, sent);
  if (change) await conversations.save(before, change.conversation, [], await command(response));
  return response;
}

async function recordEvents(
  { contacts, endpoints }: ConversationStores,
  change: ConversationChange,
  { now, requestId }: Pick<ChangeRequest, 'now' | 'requestId'>,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly contact?: Contact | undefined }> {
  if (change.emits === undefined) return { events: [] };
  const { workspaceId, contactId } = change.conversation;
  const [contact, directory] = await Promise.all([
    contacts.find(workspaceId, contactId),
    endpoints.readDirectory(workspaceId),
  ]);
  const recorded = toConversationEvents(change, contact, { newId, now, directory, correlationId: requestId });
  return { events: recorded, contact };
}
