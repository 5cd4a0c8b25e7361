import * as v from 'valibot';
import { route_not_found } from '#shared/platform/core/platform-errors.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-page-asset',
  product: 'biolinks',
  summary: 'Get a font',
  description:
    'Serves a font that pages load from their own host. Each release of a font has its own URL, so ' +
    'browsers may cache the file for a year.',
  routes: [
    { method: 'GET', path: '/assets/fonts/{file}' },
    { method: 'HEAD', path: '/assets/fonts/{file}' },
  ],
  access: { kind: 'public' },
  servedAt: 'pages',
  params: { file: { form: 'text', notFound: route_not_found, example: 'inter-5.3.0.woff2' } },
  query: anyQuery,
  uses: [],
  responses: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'font/woff2' })) },
});
