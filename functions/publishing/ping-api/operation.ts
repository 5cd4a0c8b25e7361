import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';

export const operation = defineOperation({
  name: 'ping-api',
  product: 'publishing',
  summary: 'Check an API key',
  description:
    'Returns an empty object for any valid key. Clients of Mixpost use this operation to test their credentials. ' +
    '`getCurrentKey` returns details of the key.',
  routes: [{ method: 'GET', path: '/os/api/ping' }],
  access: { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] },
  uses: [],
  responses: { 200: v.object({}) },
});
