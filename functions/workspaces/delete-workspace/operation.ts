import * as v from 'valibot';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { deletionSchema } from '#shared/workspaces/http/deletion-view.ts';

export const operation = defineOperation({
  name: 'delete-workspace',
  product: 'workspace',
  summary: 'Delete the workspace',
  description:
    'Requests that the workspace is erased after a grace period of 7 days, during which everything works as before and ' +
    '`cancelWorkspaceDeletion` cancels the request. After the grace period, all keys stop working (401 `api_key_invalid`), ' +
    'and everything that the workspace owns is erased. A second request changes nothing. Only keys of admins can have the ' +
    'permission. Backups expire 35 days later.',
  routes: [{ method: 'DELETE', path: '/api/v1/workspace' }],
  access: keyWith('workspace:deletion:write'),
  uses: ['get-workspaces', 'get-workspace-deletions', 'put-workspace-deletions'],
  checksKeyOnWrite: true,
  responses: { 202: v.object({ data: deletionSchema }) },
  errors: ['concurrent_update'],
});
