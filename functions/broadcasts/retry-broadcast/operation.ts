import * as v from 'valibot';
import { BROADCASTS_PATH, BROADCASTS_WRITE, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'retry-broadcast',
  product: 'salesbot',
  summary: 'Create a draft for the failed recipients of a broadcast',
  description:
    'Creates a draft with the content and settings of an ended broadcast that the platform has sent. The audience of the draft is ' +
    '`failed_of` with the ID of this broadcast: its recipients with the status `failed`. Recipients with the status `unknown` may have got ' +
    'the message, so they are in the audience only with `include_unknown: true`, and can then get it a second time. Edit, approve and send the draft like any other broadcast. If messages of this new ' +
    'broadcast fail, retry the new broadcast.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/retry` }],
  access: BROADCASTS_WRITE,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts', 'batch-get-recipients', 'put-broadcasts', 'update-quotas'],
  body: jsonObject({
    include_unknown: v.optional(
      withDescription(
        v.boolean(),
        'Whether the audience also has the recipients with the status `unknown`. They may have got the message, and can get it a second time',
      ),
      false,
    ),
  }),
  optionalBody: true,
  revisioned: true,
  responses: { 201: broadcastResponseSchema },
  errors: [
    'broadcast_sent_externally',
    'broadcast_state_invalid',
    'broadcast_nothing_to_retry',
    'concurrent_update',
    'quota_exceeded',
  ],
  examples: [
    { summary: 'Retry the failed recipients', body: {} },
    { summary: 'Also retry those whose result is unknown', body: { include_unknown: true } },
  ],
});
