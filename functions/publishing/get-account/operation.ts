import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { accountParameter, ACCOUNTS_READ } from '#shared/publishing/http/account-access.ts';
import { accountSchema } from '#shared/publishing/http/account-view.ts';

export const operation = defineOperation({
  name: 'get-account',
  product: 'publishing',
  summary: 'Get a social account',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/accounts/{account}' }],
  access: ACCOUNTS_READ,
  params: { account: accountParameter },
  uses: ['get-accounts'],
  responses: { 200: v.object({ data: accountSchema }) },
});
