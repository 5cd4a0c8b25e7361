import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_WRITE } from '#shared/publishing/http/account-access.ts';
import { networkParameter } from '#shared/publishing/http/oauth-access.ts';
import { startBody, startedSchema } from '#shared/publishing/http/oauth-view.ts';

export const operation = defineOperation({
  name: 'start-connection',
  product: 'publishing',
  summary: 'Start to connect an account by OAuth',
  description:
    'Returns the URL of the page on which a person authorises the connection at the social network. Open this URL in a ' +
    'browser. The browser then returns with `state` and `code` in the fragment of its URL. Send both to ' +
    '`completeConnection`, which connects the account. Nothing is stored until then.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/accounts/connect/{provider}' }],
  access: ACCOUNTS_WRITE,
  params: { provider: networkParameter },
  uses: [
    'get-oauth-apps',
    'get-accounts',
    'stage-apps',
    'call-networks',
    'connect-redirects',
    'seal-connect-state',
  ],
  body: startBody,
  optionalBody: true,
  responses: { 200: v.object({ data: startedSchema }) },
  errors: ['account_not_found', 'oauth_app_missing', 'redirect_not_allowed'],
  examples: [
    { summary: 'A new account at LinkedIn', body: {} },
    {
      summary: 'Reconnect an account, and return to a page of your own',
      body: {
        redirect: 'https://portal.example.com/accounts',
        account: '01980000-0000-7000-8000-000000000001',
      },
    },
  ],
});
