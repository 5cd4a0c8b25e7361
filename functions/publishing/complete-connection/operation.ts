import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_WRITE } from '#shared/publishing/http/account-access.ts';
import { accountSchema } from '#shared/publishing/http/account-view.ts';
import { completeBody } from '#shared/publishing/http/oauth-view.ts';

export const operation = defineOperation({
  name: 'complete-connection',
  product: 'publishing',
  summary: 'Complete the connection of an account by OAuth',
  description:
    'Exchanges the code of the callback for tokens. Then connects the account, or reconnects the account that ' +
    '`startConnection` named or that the workspace has already. Requires a key of the member who started the connection, in the same workspace. A connection ' +
    'can be completed once. A wrong key, or a `code` that does not belong to the `state`, does not use up the connection. ' +
    'After any other error, start the connection again.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/accounts/connect/complete' }],
  access: ACCOUNTS_WRITE,
  uses: [
    'get-oauth-apps',
    'get-accounts',
    'query-accounts',
    'put-accounts',
    'update-accounts',
    'put-connect-claims',
    'get-directories',
    'put-events',
    'update-quotas',
    'stage-apps',
    'call-networks',
    'open-oauth-secret',
    'open-connect-state',
    'open-connect-code',
    'seal-account-credentials',
    'check-addresses',
  ],
  checksKeyOnWrite: true,
  body: completeBody,
  responses: {
    200: v.object({ data: accountSchema }),
    201: v.object({ data: accountSchema }),
  },
  errors: [
    'account_not_found',
    'oauth_app_missing',
    'connect_state_invalid',
    'connect_state_expired',
    'connect_state_used',
    'connect_state_foreign',
    'connect_code_invalid',
    'credentials_refused',
    'quota_exceeded',
    'concurrent_update',
  ],
  examples: [
    {
      summary: 'What the browser returned with',
      body: { state: 'the-state-from-the-fragment', code: 'the-code-from-the-fragment' },
    },
  ],
});
