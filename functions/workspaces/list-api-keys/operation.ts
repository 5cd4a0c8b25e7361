import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { withPermission } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'list-api-keys',
  product: 'workspace',
  summary: 'List API keys',
  description: 'Returns the API keys of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/api-keys' }],
  access: withPermission('workspace:keys:read'),
  uses: ['query-key-pointers', 'batch-get-api-keys'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(keySchema) },
  errors: ['cursor_invalid'],
  examples: [{ summary: 'List all keys' }],
});
