import { pageParameter, PAGES_WRITE, PUBLISH_IF_ACTIVE } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'reset-page-analytics',
  product: 'biolinks',
  summary: 'Reset the analytics of a page',
  description:
    'Deletes all counts of the page. Visits from before the request that are not counted yet are not counted any more. The page ' +
    'itself does not change.',
  routes: [{ method: 'DELETE', path: '/api/v1/biolinks/pages/{page}/analytics' }],
  access: PAGES_WRITE,
  conditionalPermissions: PUBLISH_IF_ACTIVE,
  params: { page: pageParameter },
  checksKeyOnWrite: true,
  uses: [
    'get-pages',
    'check-pages',
    'get-workspaces',
    'query-page-days',
    'put-page-days',
    'delete-page-days',
    'put-audit-entries',
  ],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
