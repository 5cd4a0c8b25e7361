import { MESSAGES_PATH, MESSAGES_SEND } from '#shared/messaging/http/message-access.ts';
import { incomingBody, READ_ONLY_FIELDS } from '#shared/messaging/http/message-body.ts';
import { messageResponseSchema } from '#shared/messaging/http/message-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'receive-message',
  product: 'salesbot',
  summary: 'Record a message from a contact',
  description:
    'Your messaging system sends this request for each message that it receives on `facebook`, `instagram` or `tiktok`, and for test messages on `sandbox`. The message belongs ' +
    'to the open conversation of the contact on the same `platform`; if there is none, the request creates one. Emits ' +
    '`salesbot.message.received` with the message. A message with the same `provider` and `provider_message_id` is recorded once: a ' +
    'repeated request returns the recorded message with 200.',
  routes: [{ method: 'POST', path: `${MESSAGES_PATH}/incoming` }],
  access: MESSAGES_SEND,
  uses: [
    'get-messages',
    'put-messages',
    'get-contacts',
    'check-contacts',
    'get-open-conversations',
    'put-open-conversations',
    'get-conversations',
    'put-conversations',
    'update-conversations',
    'put-conversation-links',
    'query-phone-numbers',
    'get-directories',
    'put-events',
  ],
  // Several messages of a contact can arrive at the same time, and each changes the conversation.
  retries: 8,
  body: incomingBody,
  readOnlyFields: READ_ONLY_FIELDS.filter((field) => field !== 'contact_id' && field !== 'type'),
  revisioned: true,
  responses: { 200: messageResponseSchema, 201: messageResponseSchema },
  errors: ['contact_not_found', 'out_of_range', 'phone_number_not_verified', 'concurrent_update'],
  examples: [
    {
      summary: 'A text of a contact',
      body: {
        platform: 'facebook',
        contact_id: '01980000-0000-7000-8000-000000000001',
        text: 'Are you open on Sunday?',
        provider: 'meta',
        provider_message_id: 'm_1c7f40d2',
        sent_at: '2026-03-14T09:26:53Z',
      },
    },
  ],
});
