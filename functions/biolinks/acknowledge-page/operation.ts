import { slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'acknowledge-page',
  product: 'biolinks',
  summary: 'Acknowledge sensitive content',
  description:
    'The confirmation form of a page with sensitive content sends this request. The request is ' +
    'accepted only from the origin of the page. The confirmation is valid for 24 hours.',
  routes: [{ method: 'POST', path: '/{slug}/acknowledge' }],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['get-hosts', 'get-slugs', 'query-pages', 'api-hosts', 'page-host'],
  htmlErrors: true,
  responses: { 303: null, 403: htmlText, 404: htmlText, 410: htmlText },
  errors: ['unsupported_media_type'],
});
