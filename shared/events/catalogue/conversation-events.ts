import { type CatalogueEvent, catalogueEvent } from './catalogue-event.ts';
import { ANY_CHANNEL } from './channel-rules.ts';
import { contact, conversation, message } from './data-objects.ts';
import { withDescription, required } from './field.ts';
import { channel, text } from './fields.ts';
import { channelsReporting } from './message-status.ts';
import { objectOf } from './object-field.ts';
import {
  sampleContact,
  sampleConversation,
  sampleIncomingMessage,
  sampleOutgoingMessage,
} from './samples.ts';

const ofMessages = { group: 'Messages' };
const ofConversations = { group: 'Conversations', channels: ANY_CHANNEL };

const requestContext = { contact, conversation, message: required(message) };
const outgoing = {
  channel: withDescription(channel, 'The channel that the message is sent on'),
  provider: withDescription(text, 'The company whose API the message is sent through, such as `meta`'),
  ...requestContext,
};
const sampleExchange = { contact: sampleContact, conversation: sampleConversation };
const sampleOutgoing = { channel: 'whatsapp', provider: 'meta', ...sampleExchange };

/** Messaging events of messages and conversations. */
export const CONVERSATION_EVENTS: readonly CatalogueEvent[] = [
  catalogueEvent({
    ...ofMessages,
    name: 'salesbot.message.received',
    title: 'Message received',
    description: 'A contact sends a message to the workspace.',
    channels: ANY_CHANNEL,
    data: requestContext,
    sample: { ...sampleExchange, message: sampleIncomingMessage },
  }),
  catalogueEvent({
    ...ofConversations,
    name: 'salesbot.conversation.assigned',
    title: 'Conversation assigned',
    description: 'A conversation is assigned to a member of the team.',
    data: {
      contact,
      conversation: required(conversation),
      assigned_to: withDescription(
        required(objectOf({ name: withDescription(required(text), 'Name of the member') })),
        'The member of the team that the conversation is assigned to',
      ),
    },
    sample: { ...sampleExchange, assigned_to: { name: 'Jonas Weber' } },
  }),
  catalogueEvent({
    ...ofConversations,
    name: 'salesbot.conversation.closed',
    title: 'Conversation closed',
    description: 'A conversation is closed.',
    data: { contact, conversation: required(conversation) },
    sample: { contact: sampleContact, conversation: { ...sampleConversation, status: 'closed' } },
  }),
  catalogueEvent({
    ...ofMessages,
    name: 'salesbot.message.sent',
    title: 'Message sent',
    description: 'The channel accepts a message from the workspace.',
    channels: channelsReporting('sent'),
    data: outgoing,
    sample: { ...sampleOutgoing, message: sampleOutgoingMessage },
  }),
  catalogueEvent({
    ...ofMessages,
    name: 'salesbot.message.delivered',
    title: 'Message delivered',
    description: "A message reaches the contact's device.",
    channels: channelsReporting('delivered'),
    data: outgoing,
    sample: { ...sampleOutgoing, message: { ...sampleOutgoingMessage, status: 'delivered' } },
  }),
  catalogueEvent({
    ...ofMessages,
    name: 'salesbot.message.read_or_seen',
    title: 'Message read or seen',
    description: 'The contact opens a message.',
    channels: channelsReporting('read_or_seen'),
    data: outgoing,
    sample: { ...sampleOutgoing, message: { ...sampleOutgoingMessage, status: 'read' } },
  }),
  catalogueEvent({
    ...ofMessages,
    name: 'salesbot.message.failed',
    title: 'Message failed',
    description: 'A message cannot be sent or delivered. `message.error_code` contains the reason.',
    channels: channelsReporting('failed'),
    data: outgoing,
    sample: {
      ...sampleOutgoing,
      message: { ...sampleOutgoingMessage, status: 'failed', error_code: 'recipient_unreachable' },
    },
  }),
];
