import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { memberFields } from '#shared/workspaces/http/member-body.ts';
import { memberSchema } from '#shared/workspaces/http/member-view.ts';

const { name, email, role, products } = memberFields;

export const operation = defineOperation({
  name: 'create-member',
  product: 'workspace',
  summary: 'Add a member',
  description:
    'The role applies to all products, or to those in `products`. You can give only products that your own member has.',
  routes: [{ method: 'POST', path: '/api/v1/members' }],
  access: keyWith('workspace:members:write'),
  uses: ['get-members', 'check-members', 'put-members', 'put-emails', 'update-workspaces'],
  checksKeyOnWrite: true,
  body: jsonObject({ name, email, role, products: v.optional(products) }),
  readOnlyFields: ['id', 'created_at'],
  responses: { 201: v.object({ data: memberSchema }) },
  errors: ['admin_required', 'permission_not_grantable', 'member_exists', 'concurrent_update'],
  examples: [
    {
      summary: 'An editor of posts',
      body: { name: 'Eve Editor', email: 'eve@example.com', role: 'editor', products: ['publishing'] },
    },
  ],
});
