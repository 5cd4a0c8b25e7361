import { defineOperation } from '#shared/platform/http/operation.ts';
import { ACCOUNTS_READ } from '#shared/publishing/http/account-access.ts';
import { accountSchema } from '#shared/publishing/http/account-view.ts';
import { accountQuery } from '#shared/publishing/http/list-filters.ts';
import { numberedPageOf } from '#shared/publishing/http/numbered-page.ts';

export const operation = defineOperation({
  name: 'list-accounts',
  product: 'publishing',
  summary: 'List social accounts',
  description: 'Returns the social accounts of the workspace, newest first.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/accounts' }],
  access: ACCOUNTS_READ,
  uses: ['query-accounts'],
  query: accountQuery,
  listParameters: ['providers'],
  responses: { 200: numberedPageOf(accountSchema) },
  exampleQueries: [{ providers: 'mastodon', page: '1' }],
});
