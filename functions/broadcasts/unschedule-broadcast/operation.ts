import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'unschedule-broadcast',
  summary: 'Unschedule a broadcast',
  description: 'Removes the start time. The broadcast becomes a draft again.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/unschedule` }],
  access: BROADCASTS_SEND,
  ...EMPTY_BODY,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_state_invalid'],
});
