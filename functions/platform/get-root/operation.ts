import * as v from 'valibot';
import { htmlText } from '#shared/platform/http/html-text.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-root',
  product: 'meta',
  summary: 'Get the entry point',
  description:
    'Browsers, which accept `text/html`, get a page that says what the platform is and leads to the console and to the guides. Other ' +
    'clients get the addresses of the OpenAPI document, the API reference and the console.',
  routes: [
    { method: 'GET', path: '/' },
    { method: 'HEAD', path: '/' },
  ],
  access: { kind: 'public' },
  servedAt: 'api',
  query: anyQuery,
  uses: [],
  responses: {
    200: v.union([
      v.object({
        openapi: withDescription(v.string(), 'URL of the OpenAPI document'),
        reference: withDescription(v.string(), 'URL of the API reference'),
        console: withDescription(v.string(), 'URL of the web console'),
      }),
      htmlText,
    ]),
  },
  errors: ['route_not_found'],
});
