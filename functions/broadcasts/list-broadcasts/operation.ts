import * as v from 'valibot';
import { BROADCAST_STATES } from '#shared/broadcasts/domain/broadcast.ts';
import { BROADCASTS_PATH, BROADCASTS_READ } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'list-broadcasts',
  product: 'salesbot',
  summary: 'List broadcasts',
  description:
    'Returns the broadcasts of the workspace, newest first by default. Your messaging system ' +
    'uses `state=in_flight` to find the broadcasts to send.',
  routes: [{ method: 'GET', path: BROADCASTS_PATH }],
  access: BROADCASTS_READ,
  uses: ['query-listed-broadcasts', 'batch-get-broadcasts'],
  query: strictFields({
    ...pageParameters,
    state: v.optional(withDescription(v.picklist(BROADCAST_STATES), 'Only broadcasts in this state')),
    order: orderParameter,
  }),
  responses: { 200: pageOf(broadcastSchema) },
  exampleQueries: [{ state: 'in_flight', order: 'asc' }],
});
