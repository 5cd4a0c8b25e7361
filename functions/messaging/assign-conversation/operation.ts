import { CONVERSATIONS_PATH, ON_CONVERSATION } from '#shared/messaging/http/conversation-access.ts';
import { assignmentBody } from '#shared/messaging/http/conversation-body.ts';
import { conversationResponseSchema } from '#shared/messaging/http/conversation-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_CONVERSATION,
  name: 'assign-conversation',
  summary: 'Assign a conversation',
  description:
    'Assigns the conversation to a member of the workspace, or to nobody. Emits `salesbot.conversation.assigned` for another member; no ' +
    'event reports that a conversation has no member any more. Assigning the same member again changes nothing.',
  routes: [{ method: 'POST', path: `${CONVERSATIONS_PATH}/{conversation}/assign` }],
  uses: [
    'get-conversations',
    'get-messages',
    'update-conversations',
    'get-members',
    'get-contacts',
    'check-contacts',
    'get-directories',
    'put-events',
  ],
  body: assignmentBody,
  responses: { 200: conversationResponseSchema },
  errors: ['concurrent_update', 'member_not_found'],
  examples: [
    {
      summary: 'Assign a conversation to a member',
      body: { member_id: '01980000-0000-7000-8000-000000000001' },
    },
    { summary: 'Assign a conversation to nobody', body: { member_id: null } },
  ],
});
