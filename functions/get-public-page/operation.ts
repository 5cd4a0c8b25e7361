import { defineOperation } from '#shared/http/operation.ts';
import { anyQuery, htmlText, slugParameter } from '#shared/http/pages/public-route.ts';

export const operation = defineOperation({
  name: 'get-public-page',
  product: 'biolinks',
  summary: 'Show a bio-link page to a visitor, or its gate, or a friendly page that there is none',
  routes: [
    { method: 'GET', path: '/{slug}' },
    { method: 'HEAD', path: '/{slug}' },
    // Where forms are sent: after a wrong password it is what the address bar says, so people come back to it.
    { method: 'GET', path: '/{slug}/unlock' },
    { method: 'HEAD', path: '/{slug}/unlock' },
    { method: 'GET', path: '/{slug}/acknowledge' },
    { method: 'HEAD', path: '/{slug}/acknowledge' },
    { method: 'GET', path: '/{slug}/consent' },
    { method: 'HEAD', path: '/{slug}/consent' },
  ],
  access: { kind: 'public' },
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['read-pages', 'read-pixels', 'open-page-pass'],
  answers: { 200: htmlText, 303: null, 304: null, 308: null, 404: htmlText, 410: htmlText },
  errors: [],
  examples: [{ summary: 'The page of the demo workspace', params: { slug: 'demo' } }],
});
