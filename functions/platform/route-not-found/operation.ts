import { defineOperation } from '#shared/platform/http/operation.ts';

/** The gateway's `$default` route: what no other route takes. A page's address with a slash at its end leads to the page. */
export const operation = defineOperation({
  name: 'route-not-found',
  product: 'meta',
  summary: 'Answer requests that no route takes',
  routes: [],
  access: { kind: 'public' },
  uses: [],
  answers: { 308: null },
  errors: ['route_not_found', 'method_not_allowed'],
  examples: [],
});
