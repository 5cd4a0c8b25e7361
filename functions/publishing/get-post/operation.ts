import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { postParameter, POSTS_READ } from '#shared/publishing/http/post-access.ts';
import { postSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'get-post',
  product: 'publishing',
  summary: 'Get a post',
  description:
    'The response contains the result of publishing to each account, and warnings about what could ' +
    'prevent publishing.',
  routes: [{ method: 'GET', path: '/os/api/{workspace}/posts/{post}' }],
  access: POSTS_READ,
  params: { post: postParameter },
  uses: ['get-posts', 'query-posts', 'get-post-removals', 'batch-get-accounts', 'batch-get-media-records'],
  responses: { 200: v.object({ data: postSchema }) },
});
