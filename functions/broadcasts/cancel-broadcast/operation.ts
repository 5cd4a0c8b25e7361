import {
  BROADCASTS_PATH,
  BROADCASTS_SEND,
  CHANGE_ERRORS,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
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
  body: jsonObject({}),
  optionalBody: true,
  responses: { 200: broadcastResponseSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Cancel', params: EXAMPLE }],
});
