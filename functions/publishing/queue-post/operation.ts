import { EMPTY_BODY } from '#shared/platform/http/empty-body.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  CONTENT_ERRORS,
  POST_STATE_ERRORS,
  postParameter,
  POSTS_PUBLISH,
  QUEUE_USES,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

export const operation = defineOperation({
  name: 'queue-post',
  product: 'publishing',
  summary: 'Add a post to the posting queue',
  description:
    'Schedules the post for the next free slot of the posting queue. A slot is free if no post of the workspace is ' +
    'scheduled for its time. Two queued posts never get the same slot. A post that already has a slot keeps it. A post ' +
    'that is scheduled for another time moves to the slot. With the `revision` of the post as `If-Match`, the request fails ' +
    'if the post has changed since it was read.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/add-to-queue/{post}' }],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  precondition: 'optional',
  revisionVisibleWith: 'publishing:posts:read',
  uses: [...QUEUE_USES, 'delete-post-times'],
  checksKeyOnWrite: true,
  ...EMPTY_BODY,
  responses: { 200: schedulingSchema },
  errors: [
    ...POST_STATE_ERRORS,
    ...CONTENT_ERRORS,
    'accounts_required',
    'post_already_published',
    'slot_unavailable',
  ],
});
