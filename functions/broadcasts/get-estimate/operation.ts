import { BROADCASTS_PATH, BROADCASTS_READ, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { estimateResponseSchema } from '#shared/broadcasts/http/estimate-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-estimate',
  product: 'salesbot',
  summary: 'Get the estimate of a broadcast',
  description:
    'Returns the estimate that `estimateBroadcast` requested last, for 7 days. An estimate of an audience without `list` and `failed_of` does ' +
    'not count contacts that were changed or created after the request. Contacts can change until the broadcast starts, so the broadcast ' +
    'can have other recipients.',
  routes: [{ method: 'GET', path: `${BROADCASTS_PATH}/{broadcast}/estimate` }],
  access: BROADCASTS_READ,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts'],
  responses: { 200: estimateResponseSchema },
  errors: ['estimate_not_found'],
});
