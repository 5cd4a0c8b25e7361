import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'update-broadcasts', 'batch-get-recipients', 'get-directories', 'put-events'],
  name: 'cancel-broadcast',
  summary: 'Cancel a broadcast',
  description:
    'Cancels a broadcast that is scheduled or in flight. Sending stops if it has started. If the platform sends the broadcast, up to 32 ' +
    'messages that were claimed before are still sent, and the other recipients are skipped.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/cancel` }],
  access: BROADCASTS_SEND,
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_state_invalid'],
});
