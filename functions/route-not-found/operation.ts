import { defineOperation } from '#shared/http/operation.ts';

/** The gateway's `$default` route: what no other route takes. */
export const operation = defineOperation({
  name: 'route-not-found',
  product: 'meta',
  summary: 'Answer requests that no route takes',
  routes: [],
  access: { kind: 'public' },
  uses: [],
  answers: {},
  errors: ['route_not_found', 'method_not_allowed'],
  examples: [],
});
