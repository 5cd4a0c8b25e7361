import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { memberFields } from '#shared/workspaces/http/member-body.ts';
import { memberSchema } from '#shared/workspaces/http/member-view.ts';
import { memberParameter } from '#shared/workspaces/http/workspace-access.ts';

export const operation = defineOperation({
  name: 'update-member',
  product: 'workspace',
  summary: 'Update a member',
  description:
    'Changes the role, the products, or both. A member who becomes an admin gets all products, unless the ' +
    'request contains `products`. If the member is responsible for a webhook endpoint and the new role or ' +
    'products no longer allow that, the endpoint is suspended. You can give only products that your own member has. If ' +
    'the change gives permissions back to keys of the member, your key must have these permissions.',
  routes: [{ method: 'PATCH', path: '/api/v1/members/{member}' }],
  access: keyWith('workspace:members:write'),
  params: { member: memberParameter },
  uses: [
    'get-members',
    'update-members',
    'check-members',
    'update-workspaces',
    'batch-get-api-keys',
    'update-api-keys',
    'get-directories',
    'batch-get-endpoints',
    'put-endpoints',
    'update-targets',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({ role: v.optional(memberFields.role), products: v.optional(memberFields.products) }),
  readOnlyFields: ['id', 'name', 'email', 'created_at'],
  responses: { 200: v.object({ data: memberSchema }) },
  errors: ['admin_required', 'permission_not_grantable', 'last_admin', 'concurrent_update'],
  examples: [
    {
      summary: 'Change an admin to an editor',
      body: { role: 'editor' },
    },
  ],
});
