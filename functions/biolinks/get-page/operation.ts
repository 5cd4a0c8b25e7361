import * as v from 'valibot';
import { pageParameter, PAGES_READ } from '#shared/biolinks/http/page-access.ts';
import { pageSchema } from '#shared/biolinks/http/page-view.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-page',
  product: 'biolinks',
  summary: 'Get a page',
  description: 'The `ETag` is the revision to send as `If-Match` with an update.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pages/{page}' }],
  access: PAGES_READ,
  params: { page: pageParameter },
  uses: ['get-pages', 'page-host'],
  revisioned: true,
  responses: { 200: v.object({ data: pageSchema }), 304: null },
});
