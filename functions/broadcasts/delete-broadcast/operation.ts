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
  uses: ['get-broadcasts', 'delete-broadcasts', 'put-audit-entries', 'update-quotas'],
  name: 'delete-broadcast',
  summary: 'Delete a draft broadcast',
  description: 'A broadcast in any other state is a permanent record and cannot be deleted.',
  routes: [{ method: 'DELETE', path: `${BROADCASTS_PATH}/{broadcast}` }],
  access: BROADCASTS_WRITE,
  revisioned: false,
  responses: { 204: null },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [{ summary: 'Delete a draft', params: EXAMPLE }],
});
