import * as v from 'valibot';
import { RECIPIENT_STATUSES } from '#shared/broadcasts/domain/recipient-machine.ts';
import { BROADCASTS_PATH, BROADCASTS_READ, ON_BROADCAST } from '#shared/broadcasts/http/broadcast-access.ts';
import { recipientSchema } from '#shared/broadcasts/http/recipient-view.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const STATUS_NEEDED = `Send status with one of ${RECIPIENT_STATUSES.join(', ')}.`;

export const operation = defineOperation({
  name: 'list-recipients',
  product: 'salesbot',
  summary: 'List the recipients of a broadcast',
  description:
    'Returns the recipients of a broadcast that the platform sends, for 90 days. With `status`, they are sorted by the time at which they got ' +
    'this status, and `pending` ones by the time at which they are due. A recipient that changes while you read the pages can then be ' +
    'missing, or be in two pages. Without `status`, each recipient is in one page. With `reason`, a page before the last one can be shorter ' +
    'than `limit`, and even empty. A change can be missing in the list for some seconds. The list of a broadcast that your messaging system ' +
    'sends is empty.',
  routes: [{ method: 'GET', path: `${BROADCASTS_PATH}/{broadcast}/recipients` }],
  access: BROADCASTS_READ,
  params: ON_BROADCAST.params,
  uses: ['get-broadcasts', 'query-recipients', 'query-listed-recipients', 'batch-get-recipients'],
  query: v.pipe(
    strictFields({
      ...pageParameters,
      status: v.optional(withDescription(v.picklist(RECIPIENT_STATUSES), 'Only recipients with this status')),
      reason: v.optional(
        withDescription(
          v.pipe(v.string(), v.regex(/^[a-z0-9_]{1,100}$/u, issue('invalid_format', 'Use an error code.'))),
          'Only recipients with this reason, such as `opted_out`; needs `status`',
        ),
      ),
    }),
    v.forward(
      v.check(
        ({ status, reason }) => reason === undefined || status !== undefined,
        issue('required', STATUS_NEEDED),
      ),
      ['status'],
    ),
  ),
  responses: { 200: pageOf(recipientSchema) },
  exampleQueries: [{ status: 'skipped', reason: 'opted_out' }],
});
