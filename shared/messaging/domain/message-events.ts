import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { type ContactRecording, contactData } from './contact-events.ts';
import type { Contact } from './contact.ts';
import type { Conversation, ConversationChange } from './conversation.ts';
import { channelOf } from './message-platform.ts';
import { type MessageEventName, stateOfEvent } from './message-progress.ts';
import { type Message, type SentMessage, textOf } from './message.ts';

/** The contact and the conversation of a message. A message of a broadcast has no conversation. */
export type MessageParties = { readonly contact: Contact; readonly conversation: Conversation | undefined };

/** The events of a message to a contact, each with the status that it reports. */
export function toMessageEvents(
  names: readonly MessageEventName[],
  message: SentMessage,
  parties: MessageParties,
  recording: ContactRecording,
): RecordedEvent[] {
  return names.map((name) => {
    const status = stateOfEvent(name);
    const { provider, platform, sentAt } = message;
    // The news that the channel accepted a message can arrive after the news that it failed.
    const statusAt = (status === 'sent' ? sentAt : null) ?? message.statusAt;
    const shown = messageData({ ...message, status, statusAt });
    return record(
      name,
      { channel: channelOf(platform), provider, message: shown },
      { ...parties, of: message },
      statusAt,
      recording,
    );
  });
}

/** The event of a message from a contact. */
export function toReceivedEvent(
  message: Message,
  parties: MessageParties,
  recording: ContactRecording,
): RecordedEvent {
  const at = message.sentAt ?? message.createdAt;
  const details = { message: messageData(message) };
  return record('salesbot.message.received', details, { ...parties, of: message }, at, recording);
}

/** The event of a change of a conversation, if the change emits one. It has no contact if the contact was deleted. */
export function toConversationEvents(
  { conversation, emits }: ConversationChange,
  contact: Contact | undefined,
  recording: ContactRecording,
): RecordedEvent[] {
  if (emits === undefined) return [];
  const { assignedTo } = conversation;
  const details =
    emits === 'salesbot.conversation.assigned' ? { assigned_to: { name: assignedTo?.name } } : {};
  const parties = { contact, conversation, of: conversation };
  return [record(emits, details, parties, recording.now, recording)];
}

/** A message in event data. Fields without a value are null, so events omit them. */
export function messageData(message: SentMessage) {
  const { id, content, platform, direction, status, sentAt, statusAt, errorCode } = message;
  return {
    id: message.conversationId === null ? message.shownId : id,
    text: textOf(content),
    type: content.type,
    platform,
    direction,
    status,
    sent_at: sentAt === null ? null : sentAt.toISOString(),
    status_at: statusAt.toISOString(),
    error_code: status === 'failed' ? errorCode : null,
  };
}

function record(
  name: string,
  details: object,
  {
    contact,
    conversation,
    of: { workspaceId, platform },
  }: Pick<MessageParties, 'conversation'> & {
    readonly contact: Contact | undefined;
    /** What the event is about. */
    readonly of: Pick<Message, 'workspaceId' | 'platform'>;
  },
  occurredAt: Date,
  { newId, ...recording }: ContactRecording,
): RecordedEvent {
  const event = findEvent(name);
  if (!event) throw new Error(`The catalogue has no event ${name}`);
  const data = {
    contact: contact && contactData(contact),
    conversation: conversation && { id: conversation.id, status: conversation.status },
    ...details,
  };
  return buildEvent(
    // The channel of the message or conversation, not that of the contact. An event of the sandbox has no channel.
    { event, workspaceId, occurredAt, channel: platform, data },
    { ...recording, id: newId(recording.now) },
  );
}
