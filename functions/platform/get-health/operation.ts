import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'get-health',
  product: 'meta',
  summary: 'Say that the API is reachable',
  description: 'For load balancers and monitors: it asks nothing that is behind it.',
  routes: [
    { method: 'GET', path: '/healthz' },
    { method: 'HEAD', path: '/healthz' },
  ],
  access: { kind: 'public' },
  uses: [],
  answers: { 200: v.object({ status: v.literal('ok') }) },
  errors: [],
  examples: [{ summary: 'The API is reachable' }],
});
