import { defineOperation } from '#shared/platform/http/operation.ts';

/**
 * The `$default` route of the gateway, for requests without a matching route. The URL of a page or of the
 * console with a trailing slash redirects to it.
 */
export const operation = defineOperation({
  name: 'route-not-found',
  product: 'meta',
  summary: 'Handle requests without a matching route',
  routes: [],
  access: { kind: 'public' },
  servedAt: 'any',
  uses: [],
  htmlMissing: true,
  responses: { 308: null },
  errors: ['route_not_found', 'method_not_allowed'],
});
