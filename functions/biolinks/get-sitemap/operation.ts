import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { htmlText } from '#shared/biolinks/http/public-route.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';

export const operation = defineOperation({
  name: 'get-sitemap',
  product: 'biolinks',
  summary: 'List the pages of a host that search engines may read',
  description:
    'Active pages of the host that have no gate and may be found, 499 at most, as they were up to ten ' +
    'minutes ago. A host without pages answers 404.',
  routes: [
    { method: 'GET', path: '/sitemap.xml' },
    { method: 'HEAD', path: '/sitemap.xml' },
  ],
  access: { kind: 'public' },
  query: anyQuery,
  uses: ['read-pages'],
  answers: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'application/xml' })), 404: htmlText },
  errors: [],
  examples: [{ summary: 'The pages of a host' }],
});
