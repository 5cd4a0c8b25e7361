import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { keyFields, KEY_READ_ONLY_FIELDS } from '#shared/workspaces/http/key-body.ts';
import { keySchema } from '#shared/workspaces/http/key-view.ts';
import { keyParameter } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'update-api-key',
  product: 'workspace',
  summary: 'Update an API key',
  description: 'Renames the key, or replaces its permissions or its rate limits.',
  routes: [{ method: 'PATCH', path: '/api/v1/api-keys/{key}' }],
  access: keyWith('workspace:keys:write'),
  params: { key: keyParameter },
  uses: ['get-members', 'update-members', 'check-members', 'update-api-keys', 'get-key-pointers'],
  checksKeyOnWrite: true,
  body: jsonObject({
    name: v.optional(keyFields.name),
    permissions: v.optional(keyFields.permissions),
    rate_limits: keyFields.rate_limits,
  }),
  readOnlyFields: [...KEY_READ_ONLY_FIELDS, 'member_id', 'expires_at'],
  responses: { 200: v.object({ data: keySchema }) },
  errors: ['permission_not_grantable', 'admin_required', 'concurrent_update'],
  examples: [
    {
      summary: 'Reduce to read access',
      body: { permissions: ['publishing:posts:read'] },
    },
  ],
});
