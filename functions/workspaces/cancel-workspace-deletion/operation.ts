import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';

export const operation = defineOperation({
  name: 'cancel-workspace-deletion',
  product: 'workspace',
  summary: 'Cancel the deletion of the workspace',
  description:
    'Possible during the grace period. The workspace then remains, and can be deleted again later.',
  routes: [{ method: 'POST', path: '/api/v1/workspace/cancel-deletion' }],
  access: keyWith('workspace:deletion:write'),
  uses: ['get-workspaces', 'get-workspace-deletions', 'delete-workspace-deletions', 'put-audit-entries'],
  checksKeyOnWrite: true,
  responses: { 200: v.object({ data: workspaceSchema }) },
  errors: ['deletion_not_requested', 'deletion_started', 'concurrent_update'],
});
