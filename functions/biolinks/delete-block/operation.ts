import { BLOCK_RETRIES, blockParameter } from '#shared/biolinks/http/load-blocks.ts';
import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'delete-block',
  product: 'biolinks',
  summary: 'Delete a block',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/pages/{page}/blocks/{block}' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter, block: blockParameter },
  precondition: 'optional',
  revisionVisibleWith: 'biolinks:pages:read',
  retries: BLOCK_RETRIES,
  checksKeyOnWrite: true,
  uses: ['get-pages', 'query-pages', 'check-pages', 'update-pages', 'delete-pages', 'put-audit-entries'],
  revisioned: true,
  responses: { 204: null },
  errors: ['concurrent_update'],
});
