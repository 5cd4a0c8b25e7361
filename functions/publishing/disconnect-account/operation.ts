import { defineOperation } from '#shared/platform/http/operation.ts';
import { accountParameter, ACCOUNTS_WRITE } from '#shared/publishing/http/account-access.ts';

export const operation = defineOperation({
  name: 'disconnect-account',
  product: 'publishing',
  summary: 'Disconnect a social account',
  description: 'Also deletes the credentials of the account.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/accounts/{account}' }],
  access: ACCOUNTS_WRITE,
  params: { account: accountParameter },
  checksKeyOnWrite: true,
  uses: [
    'get-accounts',
    'delete-accounts',
    'put-account-removals',
    'get-directories',
    'put-events',
    'put-audit-entries',
    'update-quotas',
  ],
  responses: { 204: null },
  errors: ['concurrent_update'],
});
