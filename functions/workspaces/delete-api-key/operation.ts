import { defineOperation } from '#shared/platform/http/operation.ts';
import { keyParameter, MANAGE_OTHER_KEYS } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'delete-api-key',
  product: 'workspace',
  summary: 'Revoke an API key',
  description:
    'The key stops working within 30 seconds. Every key can revoke itself, for example to sign out of the console.',
  routes: [{ method: 'DELETE', path: '/api/v1/api-keys/{key}' }],
  access: { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [] },
  conditionalPermissions: MANAGE_OTHER_KEYS,
  params: { key: keyParameter },
  uses: ['update-members', 'check-members', 'update-api-keys', 'get-key-pointers', 'delete-key-pointers'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['admin_required', 'concurrent_update'],
});
