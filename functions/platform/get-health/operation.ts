import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

export const operation = defineOperation({
  name: 'get-health',
  product: 'meta',
  summary: 'Check health',
  description: 'Load balancers and monitors can use this check. It does not depend on any other service.',
  routes: [
    { method: 'GET', path: '/healthz' },
    { method: 'HEAD', path: '/healthz' },
  ],
  access: { kind: 'public' },
  servedAt: 'any',
  uses: [],
  responses: {
    200: v.object({ status: withDescription(v.literal('ok'), '`ok`: the API accepts requests') }),
  },
});
