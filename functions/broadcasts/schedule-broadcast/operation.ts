import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'schedule-broadcast',
  summary: 'Schedule a broadcast',
  description:
    'Sets or changes the start time. A broadcast that still needs an approval at its start time is not ' +
    'sent: it stays scheduled with a `blocked_reason`.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/schedule` }],
  access: BROADCASTS_SEND,
  checksKeyOnWrite: true,
  body: jsonObject({
    scheduled_at: withDescription(instantField, 'The start time; it must not be in the past'),
  }),
  responses: { 200: broadcastResponseSchema },
  errors: [
    'concurrent_update',
    'schedule_in_past',
    'out_of_range',
    'broadcast_state_invalid',
    'approval_outdated',
  ],
  examples: [{ summary: 'Start in the morning', body: { scheduled_at: '2027-03-01T08:00:00Z' } }],
});
