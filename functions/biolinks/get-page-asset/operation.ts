import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { anyQuery } from '#shared/platform/http/list-query.ts';

export const operation = defineOperation({
  name: 'get-page-asset',
  product: 'biolinks',
  summary: 'Serve a font of the pages from their own host',
  description: 'Pages name their fonts by release, so a browser may keep a file for a year.',
  routes: [
    { method: 'GET', path: '/assets/fonts/{file}' },
    { method: 'HEAD', path: '/assets/fonts/{file}' },
  ],
  access: { kind: 'public' },
  params: { file: { form: 'text', notFound: 'route_not_found' } },
  query: anyQuery,
  uses: [],
  answers: { 200: v.pipe(v.string(), v.metadata({ mediaType: 'font/woff2' })) },
  errors: ['route_not_found'],
  examples: [{ summary: 'A font', params: { file: 'inter-5.3.0.woff2' } }],
});
