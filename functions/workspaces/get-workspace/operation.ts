import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withPermission } from '#shared/workspaces/http/workspace-access.ts';
import { recomputeSchema, workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';

export const operation = defineOperation({
  name: 'get-workspace',
  product: 'workspace',
  summary: 'Read the workspace: its name and time zone, and how far a change of the zone has come',
  routes: [{ method: 'GET', path: '/api/v1/workspace' }],
  access: withPermission('workspace:settings:read'),
  uses: ['read-core'],
  answers: { 200: v.object({ data: workspaceSchema, recompute: recomputeSchema }) },
  errors: [],
  examples: [{ summary: 'The workspace of the key' }],
});
