import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_WRITE, CREDENTIAL_ERRORS } from '#shared/publishing/http/account-access.ts';
import { ACCOUNT_READ_ONLY_FIELDS, accountSchema } from '#shared/publishing/http/account-view.ts';
import { connectBody } from '#shared/publishing/http/credentials-body.ts';

export const operation = defineOperation({
  name: 'connect-account',
  product: 'publishing',
  summary: 'Connect a social account',
  description:
    'The credentials are verified with the social network first. They are then encrypted, and no ' +
    'response contains them. An account that the workspace has already, also under another name or with other credentials, is 409 ' +
    '`account_exists` with its ID: `updateAccount` renews its credentials.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/accounts' }],
  access: ACCOUNTS_WRITE,
  uses: [
    'get-accounts',
    'query-accounts',
    'put-accounts',
    'update-accounts',
    'get-directories',
    'put-events',
    'seal-account-credentials',
    'check-addresses',
    'call-networks',
    'update-quotas',
  ],
  checksKeyOnWrite: true,
  body: connectBody,
  readOnlyFields: [...ACCOUNT_READ_ONLY_FIELDS, 'status'],
  responses: { 201: v.object({ data: accountSchema }) },
  errors: [...CREDENTIAL_ERRORS, 'account_exists', 'quota_exceeded'],
  examples: [
    {
      summary: 'A sandbox account, which only records posts',
      body: { provider: 'sandbox', credentials: {} },
    },
    {
      summary: 'A Mastodon account with a custom name',
      body: {
        provider: 'mastodon',
        name: 'Moreau Lights',
        credentials: { instance_url: 'https://mastodon.example.com', access_token: 'an-access-token' },
      },
    },
    {
      summary: 'A Bluesky account with an app password',
      body: {
        provider: 'bluesky',
        credentials: { identifier: 'moreau.example.com', app_password: 'an-app-password' },
      },
    },
    {
      summary: 'A WordPress site with an application password',
      body: {
        provider: 'wordpress',
        credentials: {
          site_url: 'https://blog.example.com',
          username: 'moreau',
          application_password: 'abcd EFGH ijkl MNOP qrst UVWX',
        },
      },
    },
    {
      summary: 'A dev.to account with an API key',
      body: { provider: 'devto', credentials: { api_key: 'an-api-key' } },
    },
    {
      summary: 'A channel of a Discord server',
      body: {
        provider: 'discord',
        credentials: { bot_token: 'a-bot-token', channel_id: '1012345678900020080' },
      },
    },
    {
      summary: 'A Telegram channel',
      body: {
        provider: 'telegram',
        credentials: {
          bot_token: '110201543:the-token-of-the-bot-from-BotFather',
          chat_id: '@moreau_lights',
        },
      },
    },
  ],
});
