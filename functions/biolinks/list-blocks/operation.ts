import { blockListSchema } from '#shared/biolinks/http/block-view.ts';
import { pageParameter, PAGES_READ } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'list-blocks',
  product: 'biolinks',
  summary: 'List the blocks of a page',
  description:
    'Returns all blocks in their order on the page. The `ETag` is the revision to send as `If-Match` ' +
    'with a change of the blocks.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pages/{page}/blocks' }],
  access: PAGES_READ,
  params: { page: pageParameter },
  uses: ['get-pages', 'query-pages'],
  revisioned: true,
  responses: { 200: blockListSchema, 304: null },
});
