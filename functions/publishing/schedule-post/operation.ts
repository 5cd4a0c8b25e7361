import { defineOperation } from '#shared/platform/http/operation.ts';
import {
  POST_STATE_ERRORS,
  postParameter,
  POSTS_PUBLISH,
  SCHEDULE_ERRORS,
  SCHEDULE_USES,
} from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';
import { publishingTimeBody } from '#shared/publishing/http/time-fields.ts';

export const operation = defineOperation({
  name: 'schedule-post',
  product: 'publishing',
  summary: 'Schedule a post',
  description:
    'Schedules the post for its date and time, in the time zone of the workspace. `date` and `time` in the body replace ' +
    'those of the post, and `timezone` is their time zone. `postNow: true` publishes the post now. A post that failed on ' +
    'some accounts is published again only to those accounts. If the post is already scheduled, the request can only move ' +
    'it to another time, and emits no second event. The pointers of a 422 response point into the body of `updatePost`, ' +
    'which corrects the post. With the `revision` of the post as `If-Match`, the request fails if the post has changed since ' +
    'it was read.',
  routes: [
    { method: 'POST', path: '/os/api/{workspace}/posts/schedule/{post}' },
    { method: 'POST', path: '/os/api/{workspace}/posts/{post}/schedule' },
  ],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  precondition: 'optional',
  revisionVisibleWith: 'publishing:posts:read',
  uses: [...SCHEDULE_USES, 'delete-post-times'],
  checksKeyOnWrite: true,
  body: publishingTimeBody,
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, ...SCHEDULE_ERRORS, 'post_already_published'],
  examples: [
    { summary: 'Now', body: { postNow: true } },
    {
      summary: 'At another date and time',
      body: { date: '2027-03-14', time: '09:30', timezone: 'America/New_York' },
    },
  ],
});
