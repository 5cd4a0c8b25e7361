import { MESSAGES_PATH, ON_MESSAGE } from '#shared/messaging/http/message-access.ts';
import { READ_ONLY_FIELDS, reportBody } from '#shared/messaging/http/message-body.ts';
import { messageResponseSchema } from '#shared/messaging/http/message-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_MESSAGE,
  name: 'report-message',
  summary: 'Report about a message',
  description:
    'Your messaging system reports the result of a message that it claimed. Reports can be repeated and can arrive in any order: a status ' +
    'never moves back, and each event is emitted once, if the channel reports the status. `delivered` and `read` include the earlier ' +
    'statuses. `sent` and `failed` need the `claim_token` while the lease runs; afterwards, every report moves an `unknown` message ' +
    'forward. `released` queues the message again: only before the lease ends, and only if the message was certainly not sent.',
  routes: [{ method: 'POST', path: `${MESSAGES_PATH}/{message}/report` }],
  uses: [
    'get-messages',
    'update-messages',
    'put-queued-messages',
    'get-contacts',
    'check-contacts',
    'get-conversations',
    'get-directories',
    'put-events',
  ],
  body: reportBody,
  readOnlyFields: READ_ONLY_FIELDS.filter((field) => field !== 'status'),
  revisioned: true,
  responses: { 200: messageResponseSchema },
  errors: ['message_claimed', 'message_state_invalid', 'out_of_range', 'concurrent_update'],
  examples: [
    {
      summary: 'The channel accepted the message',
      body: {
        status: 'sent',
        claim_token: '01980000-0000-7000-8000-000000000002',
        provider: 'meta',
        provider_message_id: 'm_7f3e9d2c',
      },
    },
    {
      summary: 'The contact read the message',
      body: { status: 'read', at: '2026-03-14T09:26:53Z' },
    },
    {
      summary: 'The message was not sent: queue it again',
      body: {
        status: 'released',
        claim_token: '01980000-0000-7000-8000-000000000002',
        error_code: 'page_offline',
      },
    },
  ],
});
