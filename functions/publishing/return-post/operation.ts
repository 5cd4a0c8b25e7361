import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { multiLineUpTo } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { POST_STATE_ERRORS, postParameter, POSTS_PUBLISH } from '#shared/publishing/http/post-access.ts';
import { schedulingSchema } from '#shared/publishing/http/scheduling-response.ts';

const NOTE_LIMIT = 1000;

export const operation = defineOperation({
  name: 'return-post',
  product: 'publishing',
  summary: 'Return a post to its author',
  description:
    'A post that waits for approval becomes a draft again, or a failed post if it failed before. `note` tells the author what to change. `approval` of the post ' +
    'contains the note until the post is submitted again.',
  routes: [{ method: 'POST', path: '/os/api/{workspace}/posts/return/{post}' }],
  access: POSTS_PUBLISH,
  params: { post: postParameter },
  uses: ['get-posts', 'put-posts'],
  body: jsonObject({
    note: v.optional(
      v.nullable(withDescription(multiLineUpTo(NOTE_LIMIT), 'A message to the author; null for none')),
      null,
    ),
  }),
  optionalBody: true,
  responses: { 200: schedulingSchema },
  errors: [...POST_STATE_ERRORS, 'post_not_submitted', 'post_already_published'],
  examples: [{ summary: 'With a message', body: { note: 'Please name the speaker.' } }],
});
