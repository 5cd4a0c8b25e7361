import { defineOperation } from '#shared/platform/http/operation.ts';
import { memberParameter, withPermission } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'delete-member',
  product: 'workspace',
  summary: 'Remove a member: their keys end, endpoints they are responsible for are suspended',
  description: 'A workspace keeps at least one admin.',
  routes: [{ method: 'DELETE', path: '/api/v1/members/{member}' }],
  access: withPermission('workspace:members:write'),
  params: { member: memberParameter },
  uses: ['read-core', 'write-core'],
  answers: { 204: null },
  errors: ['member_not_found', 'admin_required', 'last_admin', 'concurrent_update'],
  examples: [{ summary: 'Remove a member', params: { member: '01980000-0000-7000-8000-000000000001' } }],
});
