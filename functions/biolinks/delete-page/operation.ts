import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'delete-page',
  product: 'biolinks',
  summary: 'Delete a page',
  description:
    'Deletes the page with its blocks and its analytics. Another page can use the current and former slugs of the page ' +
    'immediately.',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/pages/{page}' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter },
  precondition: 'required',
  revisionVisibleWith: 'biolinks:pages:read',
  checksKeyOnWrite: true,
  uses: [
    'get-pages',
    'query-pages',
    'check-pages',
    'delete-pages',
    'query-page-days',
    'delete-page-days',
    'delete-slugs',
    'update-domains',
    'put-audit-entries',
    'update-quotas',
  ],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
