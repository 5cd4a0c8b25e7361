import * as v from 'valibot';
import { REPORT_OUTCOMES } from '#shared/broadcasts/domain/end-broadcast.ts';
import { BROADCASTS_PATH, BROADCASTS_SEND, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastResponseSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { multiLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const operation = defineOperation({
  ...ON_BROADCAST,
  uses: ['get-broadcasts', 'update-broadcasts', 'get-directories', 'put-events'],
  name: 'report-broadcast',
  summary: 'Report the progress of a broadcast',
  description:
    'Your messaging system sends this request while a broadcast is in flight. Counters only increase: a ' +
    'smaller value is ignored. `outcome` ends the broadcast and emits its event once. A broadcast ' +
    'without a report for 24 hours fails. A broadcast with the sender `platform` accepts no report.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/report` }],
  access: BROADCASTS_SEND,
  body: jsonObject({
    recipients: v.optional(withDescription(count, 'Total number of recipients')),
    sent: v.optional(withDescription(count, 'Number of recipients reached so far')),
    failed: v.optional(withDescription(count, 'Number of recipients whose message failed so far')),
    outcome: v.optional(
      withDescription(
        v.picklist(REPORT_OUTCOMES),
        'How the broadcast ended; omit it while sending continues',
      ),
    ),
    error: v.optional(withDescription(multiLine(1, 1000), 'Explanation of the error')),
  }),
  responses: { 200: broadcastResponseSchema },
  errors: ['concurrent_update', 'broadcast_state_invalid', 'broadcast_sent_by_platform'],
  examples: [
    { summary: 'Sending continues', body: { recipients: 1250, sent: 310 } },
    {
      summary: 'Sending is complete',
      body: { sent: 1238, failed: 12, outcome: 'completed' },
    },
  ],
});
