import * as v from 'valibot';
import { PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';
import { PAGES_READ } from '#shared/biolinks/http/page-access.ts';
import { pageSchema } from '#shared/biolinks/http/page-view.ts';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'list-pages',
  product: 'biolinks',
  summary: 'List pages',
  description: 'Returns the bio-link pages of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pages' }],
  access: PAGES_READ,
  uses: ['query-listed-pages', 'batch-get-pages', 'page-host'],
  query: strictFields({
    ...pageParameters,
    status: v.optional(withDescription(v.picklist(PAGE_STATUSES), 'Only pages with this status')),
  }),
  responses: { 200: pageOf(pageSchema) },
  exampleQueries: [{ status: 'active' }],
});
