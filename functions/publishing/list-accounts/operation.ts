import { strictFields } from '#shared/platform/core/json-object.ts';
import { pageOf, pageParameters } from '#shared/platform/http/list-query.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_READ } from '#shared/publishing/http/account-access.ts';
import { accountSchema } from '#shared/publishing/http/account-view.ts';

export const operation = defineOperation({
  name: 'list-accounts',
  product: 'publishing',
  summary: 'List social accounts',
  description: 'Returns the social accounts of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/accounts' }],
  access: ACCOUNTS_READ,
  uses: ['query-accounts'],
  query: strictFields(pageParameters),
  responses: { 200: pageOf(accountSchema) },
  errors: ['cursor_invalid'],
  examples: [{ summary: 'List all accounts' }],
});
