import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deletionSchema } from '#shared/workspaces/http/deletion-view.ts';
import { recomputeSchema, workspaceSchema } from '#shared/workspaces/http/workspace-view.ts';

export const operation = defineOperation({
  name: 'get-workspace',
  product: 'workspace',
  summary: 'Get the workspace',
  description:
    'The response contains the name, the time zone, the progress of the last time zone change, and the requested deletion or null.',
  routes: [{ method: 'GET', path: '/api/v1/workspace' }],
  access: keyWith('workspace:settings:read'),
  uses: ['get-workspaces', 'get-workspace-deletions'],
  responses: {
    200: v.object({
      data: workspaceSchema,
      recompute: recomputeSchema,
      deletion: v.nullable(deletionSchema),
    }),
  },
});
