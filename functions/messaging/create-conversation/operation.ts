import { CONVERSATIONS_PATH, CONVERSATIONS_WRITE } from '#shared/messaging/http/conversation-access.ts';
import { newConversationBody, READ_ONLY_FIELDS } from '#shared/messaging/http/conversation-body.ts';
import { conversationResponseSchema } from '#shared/messaging/http/conversation-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-conversation',
  product: 'salesbot',
  summary: 'Create a conversation',
  description:
    'A contact has at most one open conversation on a platform. If there is one, the response is 409 `conversation_open` with its ID in ' +
    '`conversation`. A message from a contact creates a conversation by itself.',
  routes: [{ method: 'POST', path: CONVERSATIONS_PATH }],
  access: CONVERSATIONS_WRITE,
  uses: [
    'get-contacts',
    'check-contacts',
    'get-phone-numbers',
    'query-phone-numbers',
    'get-open-conversations',
    'get-conversations',
    'put-open-conversations',
    'put-conversations',
    'put-conversation-links',
  ],
  body: newConversationBody,
  readOnlyFields: READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 201: conversationResponseSchema },
  errors: [
    'contact_not_found',
    'phone_number_not_found',
    'phone_number_not_verified',
    'conversation_open',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'A conversation in a channel where your messaging system sends',
      body: { contact_id: '01980000-0000-7000-8000-000000000001', platform: 'facebook' },
    },
    {
      summary: 'A conversation by text message',
      body: { contact_id: '01980000-0000-7000-8000-000000000001', platform: 'sms' },
    },
  ],
});
