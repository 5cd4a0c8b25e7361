import * as v from 'valibot';
import { BLOCK_READ_ONLY_FIELDS, blockEditBody } from '#shared/biolinks/http/block-body.ts';
import { blockSchema } from '#shared/biolinks/http/block-view.ts';
import { BLOCK_RETRIES, blockParameter } from '#shared/biolinks/http/load-blocks.ts';
import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'update-block',
  product: 'biolinks',
  summary: 'Update a block',
  description:
    'Omitted fields keep their values. The type of a block cannot be changed. `If-Match` is the ' +
    'revision that all blocks of a page share.',
  routes: [{ method: 'PATCH', path: '/api/v1/biolinks/pages/{page}/blocks/{block}' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter, block: blockParameter },
  precondition: 'optional',
  revisionVisibleWith: 'biolinks:pages:read',
  retries: BLOCK_RETRIES,
  uses: ['get-pages', 'query-pages', 'check-pages', 'put-pages', 'update-pages'],
  body: blockEditBody,
  readOnlyFields: BLOCK_READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 200: v.object({ data: blockSchema }) },
  errors: ['invalid_url', 'out_of_range', 'page_too_large', 'concurrent_update'],
  examples: [
    {
      summary: 'Hide a block',
      body: { visible: false },
    },
  ],
});
