import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
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
  ...EMPTY_BODY,
  responses: { 200: schedulingSchema },
  errors: ['concurrent_update'],
});
