import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_WRITE } from '#shared/publishing/http/account-access.ts';
import { networkParameter } from '#shared/publishing/http/oauth-access.ts';

export const operation = defineOperation({
  name: 'delete-oauth-app',
  product: 'publishing',
  summary: 'Delete the OAuth app of the workspace',
  description:
    'New connections then use the app of the installation, if it has one. The tokens of the deleted app cannot be renewed: ' +
    'accounts that were connected with it must be connected as new accounts when their tokens expire, unless the app is ' +
    'stored again before.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/accounts/apps/{provider}' }],
  access: ACCOUNTS_WRITE,
  params: { provider: networkParameter },
  uses: ['get-oauth-apps', 'delete-oauth-apps', 'put-audit-entries'],
  checksKeyOnWrite: true,
  responses: { 204: null },
  errors: ['oauth_app_not_found', 'concurrent_update'],
});
