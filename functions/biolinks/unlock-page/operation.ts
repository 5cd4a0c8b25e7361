import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { htmlText, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'unlock-page',
  product: 'biolinks',
  summary: 'Take the password of a page from a visitor and let them in for 12 hours',
  description: 'For the form of the page, from its own origin.',
  routes: [{ method: 'POST', path: '/{slug}/unlock' }],
  access: { kind: 'public' },
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['read-pages', 'write-visits', 'seal-page-pass', 'open-page-pass'],
  refusesInHtml: true,
  form: v.object({ password: described(v.string(), 'What the visitor typed') }),
  answers: { 303: null, 403: htmlText, 404: htmlText, 410: htmlText, 429: htmlText },
  errors: ['unsupported_media_type'],
  examples: [{ summary: 'The form of the page sends its password', params: { slug: 'demo' } }],
});
