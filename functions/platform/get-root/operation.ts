import * as v from 'valibot';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-root',
  product: 'meta',
  summary: 'Get the entry point',
  description:
    'Redirects browsers, which accept `text/html`, to the web console. Other clients get the addresses of the OpenAPI document, ' +
    'the API reference and the console.',
  routes: [
    { method: 'GET', path: '/' },
    { method: 'HEAD', path: '/' },
  ],
  access: { kind: 'public' },
  servedAt: 'api',
  query: anyQuery,
  uses: [],
  responses: {
    200: v.object({
      openapi: withDescription(v.string(), 'URL of the OpenAPI document'),
      reference: withDescription(v.string(), 'URL of the API reference'),
      console: withDescription(v.string(), 'URL of the web console'),
    }),
    302: null,
  },
  errors: ['route_not_found'],
});
