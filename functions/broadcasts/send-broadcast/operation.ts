import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'put-broadcasts', 'update-broadcasts', 'get-directories', 'put-events'],
  name: 'send-broadcast',
  summary: 'Send a broadcast now',
  description:
    'The broadcast changes to the state `in_flight`. Your messaging system finds it with `listBroadcasts`, ' +
    'sends it and reports the progress with `reportBroadcast`. With the sender `platform`, the platform resolves the audience and sends the ' +
    'broadcast; `getBroadcast` returns the progress.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/send` }],
  access: BROADCASTS_SEND,
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 202: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_state_invalid', 'approval_required', 'approval_outdated'],
});
