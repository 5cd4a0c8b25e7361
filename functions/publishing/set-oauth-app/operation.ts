import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_WRITE } from '#shared/publishing/http/account-access.ts';
import { networkParameter } from '#shared/publishing/http/oauth-access.ts';
import { oauthAppBody, oauthAppSchema } from '#shared/publishing/http/oauth-view.ts';

export const operation = defineOperation({
  name: 'set-oauth-app',
  product: 'publishing',
  summary: 'Store the OAuth app of the workspace',
  description:
    'New connections of the workspace use this app instead of the app of the installation. The request replaces all fields ' +
    'of an existing app. The tokens of another app cannot be renewed: accounts that were connected with it must be ' +
    'connected as new accounts when their tokens expire, because LinkedIn gives each app other IDs of its members.',
  routes: [{ method: 'PUT', path: '/os/api/{workspace}/accounts/apps/{provider}' }],
  access: ACCOUNTS_WRITE,
  params: { provider: networkParameter },
  uses: ['get-oauth-apps', 'put-oauth-apps', 'seal-oauth-secret'],
  checksKeyOnWrite: true,
  replaces: true,
  body: oauthAppBody,
  readOnlyFields: ['provider', 'callback_url', 'created_at', 'updated_at'],
  responses: { 200: v.object({ data: oauthAppSchema }) },
  errors: ['concurrent_update'],
  examples: [
    {
      summary: 'An app at LinkedIn',
      body: { client_id: '86vhj2q7ukf83q', client_secret: 'a-client-secret' },
    },
  ],
});
