import { CONVERSATIONS_PATH, ON_CONVERSATION } from '#shared/messaging/http/conversation-access.ts';
import { conversationResponseSchema } from '#shared/messaging/http/conversation-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONVERSATION,
  name: 'close-conversation',
  summary: 'Close a conversation',
  description:
    'A closed conversation accepts no messages to the contact until it is reopened. Queued messages are still sent. The next message from ' +
    'the contact creates another conversation. Emits `salesbot.conversation.closed`. Closing a closed conversation changes nothing.',
  routes: [{ method: 'POST', path: `${CONVERSATIONS_PATH}/{conversation}/close` }],
  uses: [
    'get-conversations',
    'get-messages',
    'update-conversations',
    'get-open-conversations',
    'delete-open-conversations',
    'get-contacts',
    'check-contacts',
    'get-directories',
    'put-events',
  ],
  ...EMPTY_BODY,
  responses: { 200: conversationResponseSchema },
  errors: ['concurrent_update'],
});
