import * as v from 'valibot';
import { slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'choose-consent',
  product: 'biolinks',
  summary: 'Set tracking consent',
  description:
    'The consent banner of a page sends this request to store or withdraw the choice of a visitor. The ' +
    'request is accepted only from the origin of the page.',
  routes: [{ method: 'POST', path: '/{slug}/consent' }],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { slug: slugParameter },
  query: anyQuery,
  uses: ['get-hosts', 'get-slugs', 'query-pages', 'api-hosts', 'page-host'],
  htmlErrors: true,
  form: v.object({
    choice: withDescription(
      v.picklist(['accept', 'refuse', 'ask']),
      '`accept` and `refuse` store the choice; `ask` withdraws it, so that the banner is shown again',
    ),
  }),
  responses: { 303: null, 400: htmlText, 403: htmlText, 404: htmlText, 410: htmlText },
  errors: ['unsupported_media_type'],
});
