import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_READ } from '#shared/publishing/http/account-access.ts';
import { networkParameter } from '#shared/publishing/http/oauth-access.ts';
import { oauthAppSchema } from '#shared/publishing/http/oauth-view.ts';

export const operation = defineOperation({
  name: 'get-oauth-app',
  product: 'publishing',
  summary: 'Get the OAuth app of the workspace',
  description:
    'Returns the app that the workspace has at the social network. A workspace without an app of its own uses the app of ' +
    'the installation, which this operation does not return.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/accounts/apps/{provider}' }],
  access: ACCOUNTS_READ,
  params: { provider: networkParameter },
  uses: ['get-oauth-apps'],
  responses: { 200: v.object({ data: oauthAppSchema }) },
  errors: ['oauth_app_not_found'],
});
