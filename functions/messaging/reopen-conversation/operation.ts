import {
  CHANGE_ERRORS,
  CONVERSATIONS_PATH,
  EXAMPLE,
  ON_CONVERSATION,
} from '#shared/messaging/http/conversation-access.ts';
import { conversationResponseSchema } from '#shared/messaging/http/conversation-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONVERSATION,
  name: 'reopen-conversation',
  summary: 'Reopen a conversation',
  description:
    'A contact has at most one open conversation on a platform. If another one is open, the response is 409 `conversation_open` with its ' +
    'ID in `conversation`. Reopening an open conversation changes nothing. No event reports it.',
  routes: [{ method: 'POST', path: `${CONVERSATIONS_PATH}/{conversation}/reopen` }],
  uses: ['get-conversations', 'update-conversations', 'put-open-conversations', 'get-phone-numbers'],
  body: jsonObject({}),
  optionalBody: true,
  responses: { 200: conversationResponseSchema },
  errors: [...CHANGE_ERRORS, 'conversation_open', 'phone_number_not_verified'],
  examples: [{ summary: 'Reopen a conversation', params: EXAMPLE }],
});
