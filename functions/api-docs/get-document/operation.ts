import * as v from 'valibot';
import { anyQuery } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { DOCUMENTS } from './documents.ts';

/** `/docs/errors` and the others below `/docs` share a route. */
const PATHS = new Set(DOCUMENTS.map(({ path }) => path.replace(/^\/docs\/.+$/u, '/docs/{document}')));

export const operation = defineOperation({
  name: 'get-document',
  product: 'meta',
  summary: 'Get the API documentation',
  routes: DOCUMENTS.flatMap(({ path, ...docs }) => [
    { method: 'GET', path, docs } as const,
    { method: 'HEAD', path, docs } as const,
  ]),
  gatewayRoutes: [...PATHS].flatMap((path) => [
    { method: 'GET', path } as const,
    { method: 'HEAD', path } as const,
  ]),
  access: { kind: 'public' },
  servedAt: 'api',
  query: anyQuery,
  uses: [],
  htmlMissing: true,
  responses: { 200: v.string(), 304: null },
});
