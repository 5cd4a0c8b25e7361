import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  accountParameter,
  ACCOUNTS_WRITE,
  CREDENTIAL_ERRORS,
} from '#shared/publishing/http/account-access.ts';
import { ACCOUNT_READ_ONLY_FIELDS, accountSchema } from '#shared/publishing/http/account-view.ts';
import { editBody } from '#shared/publishing/http/credentials-body.ts';

export const operation = defineOperation({
  name: 'update-account',
  product: 'publishing',
  summary: 'Update a social account',
  description: 'Renames, disables or reconnects the account. Omitted fields keep their values.',
  routes: [{ method: 'PATCH', path: '/os/api/{workspace}/accounts/{account}' }],
  access: ACCOUNTS_WRITE,
  params: { account: accountParameter },
  uses: [
    'get-accounts',
    'put-accounts',
    'delete-accounts',
    'get-directories',
    'put-events',
    'seal-account-credentials',
    'check-addresses',
    'call-networks',
  ],
  checksKeyOnWrite: true,
  body: editBody,
  readOnlyFields: [...ACCOUNT_READ_ONLY_FIELDS, 'provider'],
  responses: { 200: v.object({ data: accountSchema }) },
  errors: ['account_not_connected', 'account_exists', ...CREDENTIAL_ERRORS],
  examples: [
    { summary: 'Disable an account', body: { status: 'disabled' } },
    {
      summary: 'Reconnect with a new token',
      body: {
        credentials: { instance_url: 'https://mastodon.example.com', access_token: 'a-new-access-token' },
      },
    },
  ],
});
