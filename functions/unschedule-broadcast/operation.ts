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
  name: 'unschedule-broadcast',
  summary: 'Take the time of a broadcast away: it is a draft again',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/unschedule` }],
  access: BROADCASTS_SEND,
  body: jsonObject({}),
  bodyOptional: true,
  answers: { 200: broadcastAnswerSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Not yet', params: EXAMPLE }],
});
