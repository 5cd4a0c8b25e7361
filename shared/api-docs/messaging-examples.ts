import type { InferInput } from 'valibot';
import type { conversationSchema } from '#shared/messaging/http/conversation-view.ts';
import type { claimedMessageSchema, messageSchema } from '#shared/messaging/http/message-view.ts';

const CREATED = '2027-03-14T09:20:11.310Z';
const UPDATED = '2027-03-14T09:26:53.005Z';
const CONTACT = '0198f3a2-6c1e-7b54-9d3f-2a7c51e80b11';

/** The last message of a conversation. */
export const lastMessage: NonNullable<InferInput<typeof conversationSchema>['last_message']> = {
  text: 'Your order is on its way.',
  direction: 'out',
  status: 'delivered',
  at: UPDATED,
};

/** A conversation that a member answers. */
export const conversation: InferInput<typeof conversationSchema> = {
  revision: '4',
  id: '0198f3a2-7d20-7c11-8a4e-5b1f90c3d722',
  source: 'platform',
  contact_id: CONTACT,
  platform: 'whatsapp',
  phone_number_id: '0198f3a2-5e0a-7a40-b6d1-4c8e2f7a9b30',
  status: 'open',
  assigned_to: { id: '0195d2f0-8a10-7c3e-9b52-3f6c1e0a7d43', name: 'Jonas Weber' },
  last_message_at: UPDATED,
  last_received_at: CREATED,
  last_message: lastMessage,
  free_text_until: '2027-03-15T09:20:11.310Z',
  closed_at: null,
  created_at: CREATED,
  updated_at: UPDATED,
};

/** A message that has arrived. */
export const message: InferInput<typeof messageSchema> = {
  revision: '4',
  id: '0198f3a9-1b44-7d02-9c70-8e2d3f5a6b01',
  source: 'platform',
  conversation_id: conversation.id,
  contact_id: CONTACT,
  platform: 'whatsapp',
  direction: 'out',
  type: 'text',
  text: 'Your order is on its way.',
  template: null,
  media_id: null,
  status: 'delivered',
  status_at: '2027-03-14T09:26:55.120Z',
  sent_at: '2027-03-14T09:26:53.840Z',
  error_code: null,
  provider: 'aws',
  provider_message_id: '9539975a-e71f-45f3-b496-8d98dc098a77',
  phone_number_id: conversation.phone_number_id,
  created_at: UPDATED,
};

/** A message that an engine must send now. */
export const claimedMessage: InferInput<typeof claimedMessageSchema> = {
  ...message,
  revision: '2',
  platform: 'facebook',
  status: 'sending',
  status_at: '2027-03-14T09:27:10.000Z',
  sent_at: null,
  provider: null,
  provider_message_id: null,
  phone_number_id: null,
  claim: { token: '0198f3a9-5d2c-7e19-8b03-1f6a4c9d7e52', until: '2027-03-14T09:28:10.000Z' },
};

/** The template of a message. */
export const sentTemplate: NonNullable<InferInput<typeof messageSchema>['template']> = {
  name: 'order_shipped',
  language: 'en_US',
  parameters: ['Ada', '1001'],
};
