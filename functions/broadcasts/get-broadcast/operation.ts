import {
  BROADCASTS_PATH,
  BROADCASTS_READ,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-broadcast',
  product: 'salesbot',
  summary: 'Get a broadcast',
  description: 'The `ETag` is the revision to send as `If-Match` with a change.',
  routes: [{ method: 'GET', path: `${BROADCASTS_PATH}/{broadcast}` }],
  access: BROADCASTS_READ,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts'],
  revisioned: true,
  responses: { 200: broadcastResponseSchema, 304: null },
  errors: ['broadcast_not_found'],
  examples: [{ summary: 'Get a broadcast', params: EXAMPLE }],
});
