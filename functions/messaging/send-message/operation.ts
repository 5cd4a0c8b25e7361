import { CONVERSATION_PARAMS, CONVERSATIONS_PATH } from '#shared/messaging/http/conversation-access.ts';
import { MESSAGES_SEND } from '#shared/messaging/http/message-access.ts';
import { newMessageBody, READ_ONLY_FIELDS } from '#shared/messaging/http/message-body.ts';
import { messageResponseSchema } from '#shared/messaging/http/message-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'send-message',
  product: 'salesbot',
  summary: 'Send a message',
  description:
    'Sends exactly one of `text`, `template` and `media` to the contact of the conversation. The response is 202 once the message is queued. ' +
    'Events and `getMessage` return its later statuses. This platform sends on `sms`, `whatsapp` and `sandbox`. On other channels, your ' +
    'messaging system claims the message. A message is never sent twice. More than 24 hours after the last message of the contact, ' +
    'WhatsApp accepts only templates.',
  routes: [{ method: 'POST', path: `${CONVERSATIONS_PATH}/{conversation}/messages` }],
  access: MESSAGES_SEND,
  params: CONVERSATION_PARAMS,
  uses: [
    'get-conversations',
    'update-conversations',
    'get-contacts',
    'get-contact-addresses',
    'get-contact-hash-keys',
    'get-phone-numbers',
    'get-media-records',
    'put-messages',
    'put-queued-messages',
  ],
  checksKeyOnWrite: true,
  // Each message changes its conversation, and several people and systems can write to one contact.
  retries: 8,
  body: newMessageBody,
  readOnlyFields: READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 202: messageResponseSchema },
  errors: [
    'conversation_closed',
    'message_type_unsupported',
    'media_not_found',
    'media_not_uploaded',
    'contact_unreachable',
    'contact_opted_out',
    'template_required',
    'phone_number_not_verified',
    'concurrent_update',
  ],
  examples: [
    { summary: 'A text', body: { text: 'Your order is on its way.' } },
    {
      summary: 'A template of WhatsApp',
      body: { template: { name: 'order_shipped', language: 'en_US', parameters: ['Ada', '1001'] } },
    },
    {
      summary: 'A picture with a caption',
      body: { media: { id: '01980000-0000-7000-8000-000000000001', text: 'Our shop' } },
    },
  ],
});
