import { strictFields } from '#shared/platform/core/json-object.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { memberSchema } from '#shared/workspaces/http/member-view.ts';

export const operation = defineOperation({
  name: 'list-members',
  product: 'workspace',
  summary: 'List members',
  description: 'Returns the members of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/api/v1/members' }],
  access: keyWith('workspace:members:read'),
  uses: ['query-members'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(memberSchema) },
});
