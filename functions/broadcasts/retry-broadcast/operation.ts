import {
  BROADCASTS_PATH,
  BROADCASTS_WRITE,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'retry-broadcast',
  product: 'salesbot',
  summary: 'Create a broadcast to the recipients to whom one failed',
  description:
    'Creates a draft with the content of a broadcast that the platform sent and that has ended, whose audience is `failed_of` this ' +
    'broadcast. Only recipients with the status `failed` are in it; whether an `unknown` one got the message is not known. The draft is ' +
    'edited, approved and sent like any other. To try again what failed in the draft, retry the draft.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/retry` }],
  access: BROADCASTS_WRITE,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts', 'batch-get-recipients', 'put-broadcasts', 'update-quotas'],
  body: jsonObject({}),
  optionalBody: true,
  revisioned: true,
  responses: { 201: broadcastResponseSchema },
  errors: [
    'broadcast_not_found',
    'broadcast_sent_externally',
    'broadcast_state_invalid',
    'broadcast_nothing_to_retry',
    'concurrent_update',
    'quota_exceeded',
  ],
  examples: [{ summary: 'Retry', params: EXAMPLE }],
});
