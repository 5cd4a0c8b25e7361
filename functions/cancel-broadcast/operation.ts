import { jsonObject } from '#shared/domain/json-object.ts';
import {
  BROADCASTS_PATH,
  BROADCASTS_SEND,
  CHANGE_ERRORS,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/http/broadcasts/broadcast-access.ts';
import { broadcastAnswerSchema } from '#shared/http/broadcasts/broadcast-view.ts';
import { defineOperation } from '#shared/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'cancel-broadcast',
  summary: 'Cancel a broadcast: one that is scheduled, or one in flight, which stops',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/cancel` }],
  access: BROADCASTS_SEND,
  body: jsonObject({}),
  bodyOptional: true,
  answers: { 200: broadcastAnswerSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Stop it', params: EXAMPLE }],
});
