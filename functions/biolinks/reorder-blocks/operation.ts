import * as v from 'valibot';
import { BLOCK_LIMIT } from '#shared/biolinks/domain/block.ts';
import { blockListSchema } from '#shared/biolinks/http/block-view.ts';
import { BLOCK_RETRIES } from '#shared/biolinks/http/load-blocks.ts';
import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const id = v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use a UUID.')), v.toLowerCase());

export const operation = defineOperation({
  name: 'reorder-blocks',
  product: 'biolinks',
  summary: 'Reorder the blocks of a page',
  routes: [{ method: 'PUT', path: '/api/v1/biolinks/pages/{page}/blocks/order' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter },
  precondition: 'optional',
  revisionVisibleWith: 'biolinks:pages:read',
  retries: BLOCK_RETRIES,
  uses: ['get-pages', 'query-pages', 'check-pages', 'update-pages'],
  body: jsonObject({
    ids: withDescription(
      v.pipe(boundedList(id, BLOCK_LIMIT), v.maxLength(BLOCK_LIMIT)),
      'IDs of all blocks of the page in their new order, each exactly once',
    ),
  }),
  revisioned: true,
  responses: { 200: blockListSchema },
  errors: ['block_order_invalid', 'concurrent_update'],
  examples: [
    {
      summary: 'Move the second block to the top',
      body: { ids: ['01980000-0000-7000-8000-000000000003', '01980000-0000-7000-8000-000000000002'] },
    },
  ],
});
