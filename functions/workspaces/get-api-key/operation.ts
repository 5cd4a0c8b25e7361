import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { keyParameter } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'get-api-key',
  product: 'workspace',
  summary: 'Get an API key',
  description: 'Returns the member and the permissions of the key, but never the key itself.',
  routes: [{ method: 'GET', path: '/api/v1/api-keys/{key}' }],
  access: keyWith('workspace:keys:read'),
  params: { key: keyParameter },
  uses: ['get-key-pointers'],
  responses: { 200: v.object({ data: keySchema }) },
});
