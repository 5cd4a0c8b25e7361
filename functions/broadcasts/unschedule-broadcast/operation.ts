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
  name: 'unschedule-broadcast',
  summary: 'Unschedule a broadcast',
  description: 'Removes the start time. The broadcast becomes a draft again.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/unschedule` }],
  access: BROADCASTS_SEND,
  body: jsonObject({}),
  optionalBody: true,
  responses: { 200: broadcastResponseSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Unschedule', params: EXAMPLE }],
});
