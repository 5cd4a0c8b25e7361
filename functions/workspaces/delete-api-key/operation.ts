import { defineOperation } from '#shared/platform/http/operation.ts';
import { keyParameter, withPermission } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'delete-api-key',
  product: 'workspace',
  summary: 'Revoke an API key',
  description: 'The key stops working within 30 seconds.',
  routes: [{ method: 'DELETE', path: '/api/v1/api-keys/{key}' }],
  access: withPermission('workspace:keys:write'),
  params: { key: keyParameter },
  uses: ['update-members', 'check-members', 'update-api-keys', 'get-key-pointers', 'delete-key-pointers'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['api_key_not_found', 'admin_required', 'concurrent_update'],
  examples: [{ summary: 'Revoke a key', params: { key: '01980000-0000-7000-8000-000000000001' } }],
});
