import * as v from 'valibot';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import {
  CONVERSATION_PARAMS,
  CONVERSATIONS_PATH,
  CONVERSATIONS_READ,
} from '#shared/messaging/http/conversation-access.ts';
import { conversationSchema } from '#shared/messaging/http/conversation-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-conversation',
  product: 'salesbot',
  summary: 'Get a conversation',
  description:
    'Returns one conversation; `listConversationMessages` returns its messages. A conversation whose `source` is `external` is managed by ' +
    'another system. The response then contains what ingested events have said about the conversation. The status of `last_message` changes ' +
    'without the revision, so `If-None-Match` is ignored once it has changed.',
  routes: [{ method: 'GET', path: `${CONVERSATIONS_PATH}/{conversation}` }],
  access: CONVERSATIONS_READ,
  params: CONVERSATION_PARAMS,
  uses: ['get-conversations', 'get-messages', 'get-external-records'],
  revisioned: true,
  responses: {
    200: v.object({
      data: withDescription(
        v.variant('source', [conversationSchema, RECORD_SCHEMAS.conversation]),
        'The conversation of this platform or of another system',
      ),
    }),
    304: null,
  },
});
