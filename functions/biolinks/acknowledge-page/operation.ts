import { defineOperation } from '#shared/platform/http/operation.ts';
import { htmlText, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';

export const operation = defineOperation({
  name: 'acknowledge-page',
  product: 'biolinks',
  summary: 'Note for 24 hours that a visitor wants to see a page with sensitive content',
  description: 'For the button of the page, from its own origin.',
  routes: [{ method: 'POST', path: '/{slug}/acknowledge' }],
  access: { kind: 'public' },
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['read-pages'],
  refusesInHtml: true,
  answers: { 303: null, 403: htmlText, 404: htmlText, 410: htmlText },
  errors: ['unsupported_media_type'],
  examples: [{ summary: 'The button of the gate', params: { slug: 'demo' } }],
});
