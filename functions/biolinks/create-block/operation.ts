import * as v from 'valibot';
import { BLOCK_READ_ONLY_FIELDS, blockBody } from '#shared/biolinks/http/block-body.ts';
import { blockSchema } from '#shared/biolinks/http/block-view.ts';
import { BLOCK_RETRIES } from '#shared/biolinks/http/load-blocks.ts';
import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'create-block',
  product: 'biolinks',
  summary: 'Add a block to a page',
  description:
    'Adds the block at `position`, or at the end. A block has the fields of its type and the fields ' +
    'that all blocks share. The blocks of a page have a revision of their own, separate from the ' +
    'revision of the page.',
  routes: [{ method: 'POST', path: '/api/v1/biolinks/pages/{page}/blocks' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter },
  precondition: 'optional',
  revisionVisibleWith: 'biolinks:pages:read',
  retries: BLOCK_RETRIES,
  uses: ['get-pages', 'query-pages', 'check-pages', 'put-pages', 'update-pages'],
  body: blockBody,
  readOnlyFields: BLOCK_READ_ONLY_FIELDS,
  revisioned: true,
  responses: { 201: v.object({ data: blockSchema }) },
  errors: ['invalid_url', 'block_limit_reached', 'page_too_large', 'concurrent_update'],
  examples: [
    {
      summary: 'Add a link at the end',
      body: { type: 'link', title: 'My notes', url: 'https://notes.example.com' },
    },
    {
      summary: 'Add a header at the top, visible in June',
      body: {
        type: 'header',
        title: 'On tour',
        position: 0,
        starts_at: '2026-06-01T00:00:00Z',
        ends_at: '2026-07-01T00:00:00Z',
      },
    },
  ],
});
