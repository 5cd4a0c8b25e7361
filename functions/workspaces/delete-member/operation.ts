import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { memberParameter } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'delete-member',
  product: 'workspace',
  summary: 'Remove a member',
  description:
    'The keys of the member are revoked, and the endpoints that the member is responsible for are ' +
    'suspended. A workspace always has at least one admin.',
  routes: [{ method: 'DELETE', path: '/api/v1/members/{member}' }],
  access: keyWith('workspace:members:write'),
  params: { member: memberParameter },
  uses: [
    'get-members',
    'update-members',
    'check-members',
    'delete-emails',
    'get-idempotency-records',
    'update-idempotency-records',
    'update-workspaces',
    'batch-get-api-keys',
    'update-api-keys',
    'get-directories',
    'batch-get-endpoints',
    'put-endpoints',
    'update-targets',
  ],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['admin_required', 'last_admin', 'concurrent_update'],
});
