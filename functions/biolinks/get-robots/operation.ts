import * as v from 'valibot';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-robots',
  product: 'biolinks',
  summary: 'Get robots.txt',
  description:
    'On a host that serves pages, the file allows crawlers every path except those of the API, and contains ' +
    'the URL of the sitemap. On any other host, the file disallows every path.',
  routes: [
    { method: 'GET', path: '/robots.txt' },
    { method: 'HEAD', path: '/robots.txt' },
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  query: anyQuery,
  uses: ['get-hosts', 'api-hosts', 'page-host'],
  responses: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'text/plain' })) },
});
