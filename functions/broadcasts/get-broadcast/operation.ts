import * as v from 'valibot';
import { BROADCASTS_PATH, BROADCASTS_READ, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { RECORD_SCHEMAS } from '#shared/events/http/record-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-broadcast',
  product: 'salesbot',
  summary: 'Get a broadcast',
  description:
    'The `ETag` of a broadcast of this platform is the revision to send as `If-Match` with a change. A broadcast whose `source` is ' +
    '`external` is managed by another system. The response then contains what ingested events have said about the broadcast. ' +
    '`progress` changes without the revision, so `If-None-Match` is ignored for a broadcast with `progress`.',
  routes: [{ method: 'GET', path: `${BROADCASTS_PATH}/{broadcast}` }],
  access: BROADCASTS_READ,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts', 'batch-get-recipients', 'get-external-records'],
  revisioned: true,
  responses: {
    200: v.object({
      data: withDescription(
        v.variant('source', [broadcastSchema, RECORD_SCHEMAS.broadcast]),
        'The broadcast of this platform or of another system',
      ),
    }),
    304: null,
  },
});
