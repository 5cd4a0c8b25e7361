import * as v from 'valibot';
import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { postParameter, POSTS_WRITE } from '#shared/publishing/http/post-access.ts';
import { postSchema } from '#shared/publishing/http/post-view.ts';

export const operation = defineOperation({
  name: 'duplicate-post',
  product: 'publishing',
  summary: 'Duplicate a post',
  description: 'Creates a draft with the same accounts, tags and content, without a date and time.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/duplicate/{post}' }],
  access: POSTS_WRITE,
  params: { post: postParameter },
  uses: [
    'get-posts',
    'put-posts',
    'batch-get-accounts',
    'batch-get-media-records',
    'get-workspaces',
    'get-quotas',
    'update-quotas',
  ],
  ...EMPTY_BODY,
  responses: { 201: v.object({ data: postSchema }) },
  errors: ['concurrent_update', 'quota_exceeded'],
});
