import * as v from 'valibot';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-sitemap',
  product: 'biolinks',
  summary: 'Get the sitemap',
  description:
    'Lists the active pages of the host. With more than 499 pages, the response is a sitemap index, which links to sitemaps of ' +
    '499 pages each (`?page=1` and so on), for at most 20,000 pages. Pages that require a password or a confirmation, and ' +
    'pages with `noindex`, are left out. The list can be up to ten minutes old. A host without pages ' +
    'returns 404.',
  routes: [
    { method: 'GET', path: '/sitemap.xml' },
    { method: 'HEAD', path: '/sitemap.xml' },
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  query: anyQuery,
  uses: ['get-hosts', 'query-listed-slugs', 'batch-get-slugs', 'batch-get-pages', 'api-hosts', 'page-host'],
  responses: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'application/xml' })), 404: htmlText },
});
