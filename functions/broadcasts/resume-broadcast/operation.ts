import * as v from 'valibot';
import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { budgetBody } from '#shared/broadcasts/http/sending-body.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'update-broadcasts', 'batch-get-recipients'],
  name: 'resume-broadcast',
  summary: 'Resume a paused broadcast',
  description:
    'Continues a broadcast that was paused on request or by the platform; `progress.paused_reason` has the reason. After ' +
    '`budget_reached`, a higher `budget` is required. A broadcast that is not paused stays as it is.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/resume` }],
  access: BROADCASTS_SEND,
  checksKeyOnWrite: true,
  body: jsonObject({
    budget: v.optional(
      withDescription(
        budgetBody,
        'The new budget, at least the current one. Omit it to keep the current budget, or if the broadcast has none',
      ),
    ),
  }),
  optionalBody: true,
  responses: { 200: broadcastResponseSchema },
  errors: [
    'concurrent_update',
    'broadcast_state_invalid',
    'broadcast_sent_externally',
    'broadcast_budget_reached',
    'out_of_range',
  ],
  examples: [{ summary: 'Resume with a higher budget', body: { budget: { amount: '12.50' } } }],
});
