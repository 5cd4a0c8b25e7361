import { BROADCASTS_PATH, BROADCASTS_WRITE, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  checksKeyOnWrite: true,
  uses: ['get-broadcasts', 'update-broadcasts', 'delete-broadcasts', 'put-audit-entries', 'update-quotas'],
  name: 'delete-broadcast',
  summary: 'Delete a broadcast',
  description:
    'Deletes a draft, or a broadcast that is finished, cancelled or failed. Cancel a scheduled broadcast or one in flight first.',
  routes: [{ method: 'DELETE', path: `${BROADCASTS_PATH}/{broadcast}` }],
  access: BROADCASTS_WRITE,
  revisioned: false,
  responses: { 204: null },
  errors: ['concurrent_update', 'broadcast_state_invalid'],
});
