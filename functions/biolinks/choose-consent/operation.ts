import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { htmlText, slugParameter } from '#shared/biolinks/http/public-route.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { described } from '#shared/platform/http/described.ts';

export const operation = defineOperation({
  name: 'choose-consent',
  product: 'biolinks',
  summary: 'Take what a visitor says to the tracking pixels of a page, or take it back',
  description: 'For the banner of the page, from its own origin.',
  routes: [{ method: 'POST', path: '/{slug}/consent' }],
  access: { kind: 'public' },
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['read-pages'],
  refusesInHtml: true,
  form: v.object({
    choice: described(
      v.picklist(['accept', 'refuse', 'ask']),
      '`ask` takes an earlier choice back: the banner comes again',
    ),
  }),
  answers: { 303: null, 400: htmlText, 403: htmlText, 404: htmlText, 410: htmlText },
  errors: ['unsupported_media_type'],
  examples: [{ summary: 'A button of the banner', params: { slug: 'demo' } }],
});
