import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { POST_STATE_ERRORS, postParameter, POSTS_PUBLISH } from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

export const operation = defineOperation({
  name: 'unschedule-post',
  product: 'publishing',
  summary: 'Unschedule a post',
  description:
    'A scheduled or failed post, or one that waits for approval, becomes a draft again and keeps its date and time.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/unschedule/{post}' }],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  uses: ['get-posts', 'put-posts', 'delete-post-times'],
  ...EMPTY_BODY,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, 'post_already_published'],
});
