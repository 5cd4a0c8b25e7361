import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  POST_STATE_ERRORS,
  postParameter,
  POSTS_WRITE,
  SCHEDULE_ERRORS,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';
import { timeFields } from '#shared/publishing/http/time-fields.ts';

export const operation = defineOperation({
  name: 'submit-post',
  product: 'publishing',
  summary: 'Submit a post for approval',
  description:
    'A draft or a failed post then waits for approval. A member who may publish approves the post with `approvePost`, or ' +
    'returns it with `returnPost`. `date` and `time` propose when the post is published. The post must meet the conditions ' +
    'of scheduling, except those of the date and time. Submitting a post again replaces the earlier request.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/submit/{post}' }],
  access: POSTS_WRITE,
  params: { post: postParameter },
  uses: ['get-posts', 'put-posts', 'batch-get-accounts', 'batch-get-media-records', 'get-workspaces'],
  body: jsonObject(timeFields),
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, ...SCHEDULE_ERRORS, 'post_already_scheduled', 'post_already_published'],
  examples: [{ summary: 'With a proposed time', body: { date: '2027-03-14', time: '09:30' } }],
});
