import * as v from 'valibot';
import { MESSAGES_PATH, ON_MESSAGE } from '#shared/messaging/http/message-access.ts';
import { claimBody } from '#shared/messaging/http/message-body.ts';
import { claimedMessageSchema } from '#shared/messaging/http/message-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_MESSAGE,
  name: 'claim-message',
  summary: 'Claim a message',
  description:
    'Your messaging system claims a queued message of `facebook`, `instagram` or `tiktok`, then sends it once and reports the result with ' +
    '`reportMessage`. Nobody else can claim the message meanwhile. If the lease ends without a report, the status becomes `unknown`, and ' +
    'nobody sends the message again. If the contact has opted out or was deleted, the message fails with the error code `opted_out` or ' +
    '`contact_not_found`, and the response is 409. Send an `Idempotency-Key`, so that you can repeat a claim whose response was lost. ' +
    'The repeated request returns the recorded response, even if the lease has ended meanwhile.',
  routes: [{ method: 'POST', path: `${MESSAGES_PATH}/{message}/claim` }],
  uses: [
    'get-messages',
    'update-messages',
    'delete-queued-messages',
    'get-contacts',
    'check-contacts',
    'get-conversations',
    'get-directories',
    'put-events',
  ],
  body: claimBody,
  optionalBody: true,
  revisioned: true,
  returnsSecret: true,
  responses: { 200: v.object({ data: claimedMessageSchema }) },
  errors: [
    'message_claimed',
    'message_state_invalid',
    'contact_opted_out',
    'contact_unreachable',
    'concurrent_update',
  ],
  examples: [{ summary: 'Claim a message for two minutes', body: { lease_seconds: 120 } }],
});
