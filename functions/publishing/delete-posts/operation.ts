import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { POSTS_WRITE, PUBLISH_IF_ANY_PUBLIC } from '#shared/publishing/http/post-access.ts';
import { described } from '#shared/platform/http/described.ts';
import { discardFields, discardedFields } from '#shared/publishing/http/discard-body.ts';

/** What one request deletes in well under its ten seconds. */
const MOST_POSTS = 200;

const id = v.pipe(v.string(), v.uuid('invalid_format: Use the UUID of a post.'), v.toLowerCase());

export const operation = defineOperation({
  name: 'delete-posts',
  product: 'publishing',
  summary: 'Delete several posts: for good, or to the trash; the answer tells which could not be deleted',
  description:
    'Without `trash` they are deleted for good. At most 200 in one request. The answer lists what was deleted in `ids`, and the rest with a code in ' +
    '`skipped`. For want of a permission nothing is deleted; `permission_missing` in `skipped` is of a post that became public meanwhile.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/posts' }],
  access: POSTS_WRITE,
  alsoNeeds: PUBLISH_IF_ANY_PUBLIC,
  uses: ['read-core', 'write-core'],
  body: jsonObject({
    posts: described(v.pipe(v.array(id), v.minLength(1), v.maxLength(MOST_POSTS)), 'Ids of posts'),
    ...discardFields,
  }),
  answers: {
    200: v.object({
      ...discardedFields,
      ids: described(v.array(v.string()), 'Posts that were deleted'),
      skipped: described(
        v.array(
          v.object({
            id: described(v.string(), 'A post that was not'),
            code: described(
              v.picklist(['post_not_found', 'post_publishing', 'permission_missing', 'concurrent_update']),
              'Why not: a code that deleting it alone would be refused with',
            ),
          }),
        ),
        'Posts that stay as they are',
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
