import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';

export const operation = defineOperation({
  name: 'get-robots',
  product: 'biolinks',
  summary: 'Tell search engines what to read on a host with pages',
  description:
    'On a host with pages: everything but the API, and where the sitemap is. On any other host: nothing.',
  routes: [
    { method: 'GET', path: '/robots.txt' },
    { method: 'HEAD', path: '/robots.txt' },
  ],
  access: { kind: 'public' },
  query: anyQuery,
  uses: ['read-pages'],
  answers: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'text/plain' })) },
  errors: [],
  examples: [{ summary: 'The rules of a host' }],
});
