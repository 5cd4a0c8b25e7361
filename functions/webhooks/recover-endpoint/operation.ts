import * as v from 'valibot';
import { RECOVERABLE_STATES } from '#shared/webhooks/domain/recovery.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { countComplete, matched, recoverySchema } from '#shared/webhooks/http/recovery-view.ts';
import {
  endpointParameter,
  SUBSCRIBE_PER_PRODUCT,
  WEBHOOK_ACCESS,
} from '#shared/webhooks/http/webhook-access.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'recover-endpoint',
  product: 'webhooks',
  summary: 'Send everything again that failed in a time range, or count it first',
  description:
    '`dry_run: true` only counts. Otherwise the answer is 202 and the work goes on in the background: ' +
    'follow it by `getRecovery`. `states` says what is sent again; final 4xx failures are among `failed`.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/recover' }],
  access: WEBHOOK_ACCESS,
  alsoNeeds: SUBSCRIBE_PER_PRODUCT,
  params: { endpoint: endpointParameter },
  uses: ['read-core', 'write-core', 'read-deliveries'],
  body: jsonObject({
    since: described(
      instantField,
      'Deliveries created at this instant or later; payloads are kept for 7 days',
    ),
    until: v.optional(
      described(instantField, 'Deliveries created at this instant or earlier; now unless said'),
    ),
    states: v.optional(
      v.pipe(
        v.array(v.picklist(RECOVERABLE_STATES)),
        v.minLength(1, 'too_few_items: Name at least one state.'),
        v.description('Deliveries that are in one of these states now'),
      ),
      ['failed'],
    ),
    dry_run: v.optional(described(v.boolean(), 'True only counts'), false),
  }),
  answers: {
    200: v.object({
      data: described(v.object({ matched, count_complete: countComplete }), 'What would be sent again'),
    }),
    202: v.object({ data: recoverySchema }),
  },
  errors: [...ENDPOINT_ERRORS, 'out_of_range', 'endpoint_suspended', 'endpoint_paused', 'concurrent_update'],
  examples: [
    {
      summary: 'Count what an outage cost',
      params: { endpoint: '01980000-0000-7000-8000-000000000001' },
      body: { since: '2026-11-20T22:00:00Z', until: '2026-11-21T06:00:00Z', dry_run: true },
    },
  ],
});
