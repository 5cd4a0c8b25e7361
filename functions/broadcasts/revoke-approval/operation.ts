import {
  BROADCASTS_APPROVE,
  BROADCASTS_PATH,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'revoke-approval',
  summary: 'Revoke an approval',
  description: 'A scheduled broadcast stays scheduled but does not start without a new approval.',
  routes: [{ method: 'DELETE', path: `${BROADCASTS_PATH}/{broadcast}/approval` }],
  access: BROADCASTS_APPROVE,
  checksKeyOnWrite: true,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_not_editable', 'approval_not_required'],
});
