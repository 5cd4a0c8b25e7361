import * as v from 'valibot';
import { slugParameter } from '#shared/biolinks/http/public-route.ts';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'unlock-page',
  product: 'biolinks',
  summary: 'Unlock a page with its password',
  description:
    'The password form of a page sends this request. The request is accepted only from the origin of ' +
    'the page. The correct password gives access for 12 hours.',
  routes: [{ method: 'POST', path: '/{slug}/unlock' }],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { slug: slugParameter },
  query: anyQuery,
  uses: [
    'get-hosts',
    'get-slugs',
    'query-pages',
    'get-token-keys',
    'put-token-keys',
    'update-unlock-attempts',
    'seal-page-access-token',
    'open-page-access-token',
    'api-hosts',
    'page-host',
  ],
  htmlErrors: true,
  form: v.object({ password: withDescription(v.string(), 'The password that the visitor entered') }),
  responses: { 303: null, 403: htmlText, 404: htmlText, 410: htmlText, 429: htmlText },
  errors: ['unsupported_media_type'],
});
