import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { postParameter, POSTS_WRITE } from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

export const operation = defineOperation({
  name: 'restore-post',
  product: 'publishing',
  summary: 'Restore a post',
  description: 'Moves the post out of the trash. It becomes a draft.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/restore/{post}' }],
  access: POSTS_WRITE,
  params: { post: postParameter },
  uses: ['get-posts', 'put-posts', 'get-workspaces'],
  checksKeyOnWrite: true,
  body: jsonObject({}),
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: ['concurrent_update'],
  examples: [{ summary: 'Restore', params: { post: '01980000-0000-7000-8000-000000000001' } }],
});
