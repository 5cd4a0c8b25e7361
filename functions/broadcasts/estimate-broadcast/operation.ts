import { BROADCASTS_PATH, BROADCASTS_READ, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { estimateResponseSchema } from '#shared/broadcasts/http/estimate-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'estimate-broadcast',
  product: 'salesbot',
  summary: 'Estimate the recipients and the price of a broadcast',
  description:
    'Starts to count the contacts of the audience of a broadcast that the platform sends; `getEstimate` returns the result. A broadcast has ' +
    'one estimate: another request counts again from the beginning. The broadcast does not change.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/estimate` }],
  access: BROADCASTS_READ,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts', 'put-broadcasts', 'check-broadcasts'],
  ...EMPTY_BODY,
  responses: { 202: estimateResponseSchema },
  errors: ['broadcast_sent_externally', 'concurrent_update'],
  // A run of the earlier estimate stores its progress about every second, and this request can lose the race.
  retries: ON_BROADCAST.retries,
});
