import { strictFields } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';

export const operation = defineOperation({
  name: 'list-api-keys',
  product: 'workspace',
  summary: 'List API keys',
  description: 'Returns the API keys of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/api-keys' }],
  access: keyWith('workspace:keys:read'),
  uses: ['query-key-pointers', 'batch-get-api-keys'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(keySchema) },
});
