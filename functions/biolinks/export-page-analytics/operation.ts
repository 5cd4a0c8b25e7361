import * as v from 'valibot';
import { ANALYTICS_READ, analyticsQuery } from '#shared/biolinks/http/analytics-view.ts';
import { pageParameter } from '#shared/biolinks/http/page-access.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'export-page-analytics',
  product: 'biolinks',
  summary: 'Export the analytics of a page as CSV',
  description:
    'Returns the rows of `getPageAnalytics` as CSV (RFC 4180) in UTF-8. The first line contains the names of the columns.',
  routes: [{ method: 'GET', path: '/api/v1/biolinks/pages/{page}/analytics.csv' }],
  access: ANALYTICS_READ,
  params: { page: pageParameter },
  query: analyticsQuery,
  uses: ['get-pages', 'get-workspaces', 'query-page-days'],
  responses: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'text/csv' })) },
  errors: ['out_of_range'],
  exampleQueries: [{ group: 'day' }],
});
