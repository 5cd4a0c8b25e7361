import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'update-broadcasts', 'batch-get-recipients'],
  name: 'pause-broadcast',
  summary: 'Pause a broadcast',
  description:
    'Pauses a broadcast in flight that the platform sends. Up to 32 messages that were claimed before are still sent. The other recipients ' +
    'wait until the broadcast is resumed or cancelled. A broadcast that is already paused stays as it is.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/pause` }],
  access: BROADCASTS_SEND,
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_state_invalid', 'broadcast_sent_externally'],
});
