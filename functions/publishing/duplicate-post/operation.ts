import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
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
  body: jsonObject({}),
  optionalBody: true,
  responses: { 201: v.object({ data: postSchema }) },
  errors: ['concurrent_update', 'quota_exceeded'],
  examples: [{ summary: 'Duplicate', params: { post: '01980000-0000-7000-8000-000000000001' } }],
});
