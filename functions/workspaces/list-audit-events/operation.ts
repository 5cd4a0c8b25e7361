import * as v from 'valibot';
import { AUDITED_RESOURCES } from '#shared/platform/core/audit-entry.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { instantField } from '#shared/platform/http/instant-field.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { orderParameter, pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { auditEventSchema } from '#shared/workspaces/http/audit-view.ts';

const word = v.pipe(v.string(), v.nonEmpty(issue('too_short', 'Use at least 1 character.')));
const id = v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use a UUID.')), v.toLowerCase());

export const operation = defineOperation({
  name: 'list-audit-events',
  product: 'workspace',
  summary: 'List audit events',
  description:
    'Lists who changed what in the workspace in the last 90 days, newest first by default. With a filter, ' +
    'a response can contain fewer entries than `limit`, or none, although `has_more` is true: continue ' +
    'with `next_cursor`.',
  routes: [{ method: 'GET', path: '/api/v1/audit-events' }],
  access: keyWith('workspace:audit:read'),
  uses: ['query-audit-entries'],
  query: v.pipe(
    strictFields({
      ...pageParameters,
      since: v.optional(withDescription(instantField, 'Only entries at this time or later')),
      until: v.optional(withDescription(instantField, 'Only entries at this time or earlier')),
      operation: v.optional(withDescription(word, 'Only entries of this operation, such as `update-page`')),
      resource: v.optional(
        withDescription(v.picklist(AUDITED_RESOURCES), 'Only changes to resources of this type'),
      ),
      resource_id: v.optional(
        withDescription(v.pipe(word, v.toLowerCase()), 'Only changes to the resource with this ID'),
      ),
      key: v.optional(withDescription(id, 'Only changes by this API key')),
      member: v.optional(withDescription(id, 'Only changes by keys of this member')),
      order: orderParameter,
    }),
    v.forward(
      v.partialCheck(
        [['since'], ['until']],
        ({ since, until }) => since === undefined || until === undefined || since <= until,
        issue('out_of_range', '"until" must not be before "since".'),
      ),
      ['until'],
    ),
  ),
  responses: { 200: pageOf(auditEventSchema) },
  exampleQueries: [{ member: '01980000-0000-7000-8000-000000000001' }, { resource: 'page' }],
});
