import {
  BROADCASTS_PATH,
  BROADCASTS_WRITE,
  CHANGE_ERRORS,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'delete-broadcast',
  summary: 'Delete a draft of a broadcast; those of any other state are records that stay',
  routes: [{ method: 'DELETE', path: `${BROADCASTS_PATH}/{broadcast}` }],
  access: BROADCASTS_WRITE,
  revisioned: false,
  answers: { 204: null },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Remove a draft', params: EXAMPLE }],
});
