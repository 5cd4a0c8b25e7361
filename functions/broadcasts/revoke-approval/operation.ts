import {
  BROADCASTS_APPROVE,
  BROADCASTS_PATH,
  CHANGE_ERRORS,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastAnswerSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'revoke-approval',
  summary: 'Take the sign-off of a broadcast back; a scheduled one stays scheduled but does not start',
  routes: [{ method: 'DELETE', path: `${BROADCASTS_PATH}/{broadcast}/approval` }],
  access: BROADCASTS_APPROVE,
  answers: { 200: broadcastAnswerSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_not_editable', 'approval_not_required'],
  examples: [{ summary: 'Take it back', params: EXAMPLE }],
});
