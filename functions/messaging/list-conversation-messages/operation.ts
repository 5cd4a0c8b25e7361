import {
  CONVERSATION_PARAMS,
  CONVERSATIONS_PATH,
  CONVERSATIONS_READ,
} from '#shared/messaging/http/conversation-access.ts';
import { messageSchema } from '#shared/messaging/http/message-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'list-conversation-messages',
  product: 'salesbot',
  summary: 'List the messages of a conversation',
  description:
    'Returns the messages in both directions in the order in which the platform recorded them, newest first by default. The list is up to ' +
    'date some seconds after a message. A page of long messages can be shorter than `limit`.',
  routes: [{ method: 'GET', path: `${CONVERSATIONS_PATH}/{conversation}/messages` }],
  access: CONVERSATIONS_READ,
  params: CONVERSATION_PARAMS,
  uses: ['get-conversations', 'query-listed-messages', 'batch-get-messages'],
  query: strictFields({ ...pageParameters, order: orderParameter }),
  responses: { 200: pageOf(messageSchema) },
  exampleQueries: [{ limit: '50' }],
});
