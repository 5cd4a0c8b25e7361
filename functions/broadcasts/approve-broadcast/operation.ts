import {
  BROADCASTS_APPROVE,
  BROADCASTS_PATH,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'approve-broadcast',
  summary: 'Approve a broadcast',
  description:
    'The approval covers the content in the response, whose revision is `revision` and the `ETag`. Send the revision that you ' +
    'have read as `If-Match`: without it, the approval covers whatever the content is when the request arrives. An edit ' +
    'while the request is running is 409 `concurrent_update`, and nothing is approved.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/approve` }],
  access: BROADCASTS_APPROVE,
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_not_editable', 'approval_not_required'],
});
