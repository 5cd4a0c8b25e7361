import * as v from 'valibot';
import { REPORT_OUTCOMES } from '#shared/broadcasts/domain/end-broadcast.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import {
  BROADCASTS_PATH,
  BROADCASTS_SEND,
  CHANGE_ERRORS,
  EXAMPLE,
  ON_BROADCAST,
} from '#shared/broadcasts/http/broadcast-access.ts';
import { broadcastAnswerSchema } from '#shared/broadcasts/http/broadcast-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { multiLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

export const operation = defineOperation({
  ...ON_BROADCAST,
  name: 'report-broadcast',
  summary: 'Tell how far a broadcast in flight is, and how it ended',
  description:
    'For the messaging engine. Counters only grow: a smaller number is passed over. `outcome` ends the ' +
    'broadcast and causes its event once. Without a report for 24 hours the broadcast has failed.',
  routes: [{ method: 'POST', path: `${BROADCASTS_PATH}/{broadcast}/report` }],
  access: BROADCASTS_SEND,
  body: jsonObject({
    recipients: v.optional(described(count, 'Recipients in all')),
    sent: v.optional(described(count, 'Of these, reached so far')),
    failed: v.optional(described(count, 'Of these, given up so far')),
    outcome: v.optional(
      described(v.picklist(REPORT_OUTCOMES), 'How it ended; leave it out while it goes on'),
    ),
    error: v.optional(described(multiLine(1, 1000), 'What went wrong, for people')),
  }),
  answers: { 200: broadcastAnswerSchema },
  errors: [...CHANGE_ERRORS, 'broadcast_state_invalid'],
  examples: [
    { summary: 'Under way', params: EXAMPLE, body: { recipients: 1250, sent: 310 } },
    { summary: 'Done', params: EXAMPLE, body: { sent: 1238, failed: 12, outcome: 'completed' } },
  ],
});
