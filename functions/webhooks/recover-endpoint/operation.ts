import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { RECOVERABLE_STATES } from '#shared/webhooks/domain/recovery.ts';
import { ENDPOINT_ERRORS } from '#shared/webhooks/http/endpoint-errors.ts';
import {
  countCompleteField,
  matchedField,
  recoverySchema,
  recoveryWarnings,
} from '#shared/webhooks/http/recovery-view.ts';
import { ON_ENDPOINT, WEBHOOK_ACCESS } from '#shared/webhooks/http/webhook-access.ts';

export const operation = defineOperation({
  ...ON_ENDPOINT,
  name: 'recover-endpoint',
  summary: 'Recover failed or cancelled deliveries',
  description:
    'Resends the deliveries of a time range that did not arrive: failed ones, including those that the receiver ' +
    'rejected with a 4xx status, and those that a takeover, an edit or a pause cancelled. `states` selects one of ' +
    'the two. Test events, resends, and deliveries that cannot be resent or already have an open or successful ' +
    'resend are skipped. Events that do not match the current filter of the subscription are skipped, too. The response is 202, and the work continues in the background: `getRecovery` returns its progress. With `dry_run: true`, the ' +
    'response is 200 with the number of deliveries, and nothing is sent.',
  routes: [{ method: 'POST', path: '/api/v1/workspace-webhooks/{endpoint}/recover' }],
  access: WEBHOOK_ACCESS,
  uses: ['get-endpoints', 'put-recoveries', 'get-deliveries', 'query-deliveries', 'batch-get-events'],
  checksKeyOnWrite: true,
  body: jsonObject({
    since: withDescription(
      instantField,
      'Only deliveries created at this time or later. Payloads are kept for 7 days',
    ),
    until: v.optional(
      withDescription(
        instantField,
        'Only deliveries created at this time or earlier; the current time by default',
      ),
    ),
    states: v.optional(
      v.pipe(
        boundedList(
          v.picklist(
            RECOVERABLE_STATES,
            issue(
              'invalid_format',
              'Use "failed" or "cancelled". Other deliveries arrived or are still pending; a takeover of a suspended ' +
                'endpoint cancels its held deliveries.',
            ),
          ),
        ),
        v.minLength(1, issue('too_few_items', 'Send at least one state.')),
        v.description(
          'Only deliveries that are in one of these states now; `["failed", "cancelled"]` by default. `held` is no ' +
            'choice: a takeover cancels held deliveries, and until then the endpoint is suspended',
        ),
      ),
      [...RECOVERABLE_STATES],
    ),
    dry_run: v.optional(
      withDescription(v.boolean(), '`true` counts the deliveries without sending them'),
      false,
    ),
  }),
  responses: {
    200: v.object({
      data: withDescription(
        v.object({ matched: matchedField, count_complete: countCompleteField }),
        'The deliveries that would be sent',
      ),
      warnings: recoveryWarnings,
    }),
    202: v.object({ data: recoverySchema, warnings: recoveryWarnings }),
  },
  errors: [
    ...ENDPOINT_ERRORS,
    'out_of_range',
    'endpoint_suspended',
    'endpoint_paused',
    'recovery_running',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'Count the deliveries that did not arrive during an outage',
      body: { since: '2026-11-20T22:00:00Z', until: '2026-11-21T06:00:00Z', dry_run: true },
    },
  ],
});
