import { defineOperation } from '#shared/platform/http/operation.ts';
import { numberedPageOf } from '#shared/publishing/http/numbered-page.ts';
import { POSTS_READ } from '#shared/publishing/http/post-access.ts';
import { postQuery } from '#shared/publishing/http/post-query.ts';
import { listedPostSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'list-posts',
  product: 'publishing',
  summary: 'List posts',
  description:
    'Returns the posts of the workspace, newest first by default. Posts in the trash are returned only for `status=trash`.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/posts' }],
  access: POSTS_READ,
  uses: ['query-listed-posts', 'batch-get-posts', 'query-tags'],
  query: postQuery,
  listParameters: ['accounts', 'tags'],
  responses: { 200: numberedPageOf(listedPostSchema) },
  exampleQueries: [
    { status: 'scheduled' },
    { accounts: '1', from: '2027-03-08', to: '2027-03-14' },
    { tags: 'News', page: '2' },
  ],
});
