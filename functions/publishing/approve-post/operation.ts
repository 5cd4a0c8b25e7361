import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  POST_STATE_ERRORS,
  postParameter,
  POSTS_PUBLISH,
  QUEUE_USES,
  SCHEDULE_ERRORS,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';
import { publishingTimeOrQueueBody } from '#shared/publishing/http/time-fields.ts';

export const operation = defineOperation({
  name: 'approve-post',
  product: 'publishing',
  summary: 'Approve a post',
  description:
    'Schedules a post that waits for approval. Without a body, the post is scheduled for the date and time that it has. ' +
    'The body can choose another date and time, the next free slot of the posting queue, or now. With the `revision` of ' +
    'the post as `If-Match`, the approval fails if the post has changed since it was read. Approving a scheduled post ' +
    'changes nothing.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/approve/{post}' }],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  precondition: 'optional',
  revisionVisibleWith: 'publishing:posts:read',
  uses: QUEUE_USES,
  checksKeyOnWrite: true,
  body: publishingTimeOrQueueBody,
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: [
    ...POST_STATE_ERRORS,
    ...SCHEDULE_ERRORS,
    'post_already_published',
    'post_not_submitted',
    'slot_unavailable',
  ],
  examples: [{ summary: 'In the next free slot of the posting queue', body: { queue: true } }],
});
