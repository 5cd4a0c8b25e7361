import { CONVERSATIONS_PATH, ON_CONVERSATION } from '#shared/messaging/http/conversation-access.ts';
import { conversationResponseSchema } from '#shared/messaging/http/conversation-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONVERSATION,
  name: 'reopen-conversation',
  summary: 'Reopen a conversation',
  description:
    'A contact has at most one open conversation on a platform. If another one is open, the response is 409 `conversation_open` with its ' +
    'ID in `conversation`. Reopening an open conversation changes nothing. No event reports it.',
  routes: [{ method: 'POST', path: `${CONVERSATIONS_PATH}/{conversation}/reopen` }],
  uses: [
    'get-conversations',
    'get-messages',
    'update-conversations',
    'put-open-conversations',
    'get-phone-numbers',
  ],
  ...EMPTY_BODY,
  responses: { 200: conversationResponseSchema },
  errors: ['concurrent_update', 'conversation_open', 'phone_number_not_verified'],
});
