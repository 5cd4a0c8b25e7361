import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import {
  POST_STATE_ERRORS,
  postParameter,
  POSTS_PUBLISH,
  SCHEDULE_ERRORS,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

const post = '01980000-0000-7000-8000-000000000001';

export const operation = defineOperation({
  name: 'schedule-post',
  product: 'publishing',
  summary: 'Schedule a post',
  description:
    'Schedules the post for its date and time, in the time zone of the workspace. With `postNow: true`, ' +
    'publishes it now. A post that failed on some accounts is published again only to those accounts. ' +
    'Scheduling a scheduled post again changes nothing and emits no second event. The pointers of a 422 response ' +
    'point into the body of `updatePost`, which corrects the post.',
  routes: [
    { method: 'POST', path: '/os/api/{workspace}/posts/schedule/{post}' },
    { method: 'POST', path: '/os/api/{workspace}/posts/{post}/schedule' },
  ],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  uses: [
    'get-posts',
    'put-posts',
    'batch-get-accounts',
    'batch-get-media-records',
    'get-workspaces',
    'get-directories',
    'put-events',
  ],
  checksKeyOnWrite: true,
  body: jsonObject({
    postNow: v.optional(
      withDescription(v.boolean(), '`true` publishes the post now, regardless of its date and time'),
      false,
    ),
  }),
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, ...SCHEDULE_ERRORS, 'post_already_published'],
  examples: [
    { summary: 'At its date and time', params: { post } },
    { summary: 'Now', params: { post }, body: { postNow: true } },
  ],
});
