import * as v from 'valibot';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import { CONVERSATIONS_READ } from '#shared/messaging/http/conversation-access.ts';
import { MESSAGE_PARAMS, MESSAGES_PATH } from '#shared/messaging/http/message-access.ts';
import { messageSchema } from '#shared/messaging/http/message-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-message',
  product: 'salesbot',
  summary: 'Get a message',
  description:
    'Returns one message with its current status. A message whose `source` is `external` is managed by another system. The response then ' +
    'contains what ingested events have said about the message.',
  routes: [{ method: 'GET', path: `${MESSAGES_PATH}/{message}` }],
  access: CONVERSATIONS_READ,
  params: MESSAGE_PARAMS,
  uses: ['get-messages', 'get-external-records'],
  revisioned: true,
  responses: {
    200: v.object({
      data: withDescription(
        v.variant('source', [messageSchema, RECORD_SCHEMAS.message]),
        'The message of this platform or of another system',
      ),
    }),
    304: null,
  },
});
