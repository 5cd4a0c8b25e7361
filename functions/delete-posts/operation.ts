import * as v from 'valibot';
import { jsonObject } from '#shared/domain/json-object.ts';
import { defineOperation } from '#shared/http/operation.ts';
import { discardFields } from '#shared/http/posts/discard-body.ts';
import { POSTS_WRITE } from '#shared/http/posts/post-access.ts';

/** What one request deletes in well under its ten seconds. */
const MOST_POSTS = 200;

const id = v.pipe(v.string(), v.uuid('invalid_format: Use the UUID of a post.'), v.toLowerCase());

export const operation = defineOperation({
  name: 'delete-posts',
  product: 'publishing',
  summary: 'Delete several posts: for good, or to the trash; the answer tells which could not be deleted',
  description:
    'At most 200 at once. The answer lists what was deleted in `ids`, and the rest with a code in ' +
    '`skipped`.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/posts' }],
  access: POSTS_WRITE,
  uses: ['read-core', 'write-core'],
  body: jsonObject({
    posts: v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_POSTS)),
    ...discardFields,
  }),
  answers: {
    200: v.object({
      deleted: v.boolean(),
      to_trash: v.boolean(),
      ids: v.array(v.string()),
      skipped: v.array(
        v.object({
          id: v.string(),
          code: v.picklist(['post_not_found', 'post_publishing', 'permission_missing', 'concurrent_update']),
        }),
      ),
    }),
  },
  errors: [],
  examples: [
    {
      summary: 'Two posts to the trash',
      body: {
        posts: ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'],
        trash: true,
      },
    },
  ],
});
