import * as v from 'valibot';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { postParameter, POSTS_WRITE, PUBLISH_IF_PUBLIC } from '#shared/publishing/http/post-access.ts';
import { described } from '#shared/platform/http/described.ts';
import { discardBody, discardedFields } from '#shared/publishing/http/discard-body.ts';

export const operation = defineOperation({
  name: 'delete-post',
  product: 'publishing',
  summary: 'Delete a post for good, or move it to the trash',
  description:
    'Without `trash` it is deleted for good. `trash` in the query means the same as in the body, ' +
    'for clients that send no body with DELETE.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/posts/{post}' }],
  access: POSTS_WRITE,
  alsoNeeds: PUBLISH_IF_PUBLIC,
  params: { post: postParameter },
  uses: ['read-core', 'write-core'],
  // Some clients and proxies drop the body of a DELETE, which would turn the trash into the end.
  query: v.strictObject({
    trash: v.optional(
      described(v.picklist(['true', 'false']), '`true` moves to the trash; otherwise it is gone for good'),
    ),
  }),
  body: discardBody,
  bodyOptional: true,
  answers: { 200: v.object(discardedFields) },
  errors: ['post_not_found', 'post_publishing', 'concurrent_update'],
  examples: [
    {
      summary: 'To the trash',
      params: { post: '01980000-0000-7000-8000-000000000001' },
      body: { trash: true },
    },
    {
      summary: 'To the trash, without a body',
      params: { post: '01980000-0000-7000-8000-000000000001' },
      query: { trash: 'true' },
    },
    { summary: 'For good', params: { post: '01980000-0000-7000-8000-000000000001' } },
  ],
});
