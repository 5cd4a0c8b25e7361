import * as v from 'valibot';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { deletionFields, deletedFields } from '#shared/publishing/http/deletion-body.ts';
import { POSTS_WRITE, PUBLISH_IF_ANY_DELETION_NEEDS_IT } from '#shared/publishing/http/post-access.ts';

/** Deleting this many posts takes well under the ten-second timeout of a request. */
const MAX_POSTS = 200;

const id = v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use the UUID of a post.')), v.toLowerCase());

export const operation = defineOperation({
  name: 'delete-posts',
  product: 'publishing',
  summary: 'Delete several posts',
  description:
    'Deletes at most 200 posts permanently, or moves them to the trash if `trash` is true. `delete_mode` says whether the ' +
    'posts are deleted here, on the social networks, or both. The request starts the removals from the social networks, ' +
    'and `getPostRemoval` returns the outcome for each account. In the response, `ids` has the posts that were deleted or ' +
    'moved or, with `social_only`, are being removed. `skipped` has the other posts, each with an error code. If the key ' +
    'lacks a required permission, the request fails and no post is changed. `permission_missing` in `skipped` means that ' +
    'the post was scheduled or published while the request was running.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/posts' }],
  access: POSTS_WRITE,
  conditionalPermissions: PUBLISH_IF_ANY_DELETION_NEEDS_IT,
  checksKeyOnWrite: 'some',
  uses: [
    'batch-get-posts',
    'query-posts',
    'put-posts',
    'delete-post-times',
    'check-posts',
    'delete-posts',
    'get-post-removals',
    'put-post-removals',
    'get-directories',
    'put-events',
    'put-audit-entries',
    'update-quotas',
  ],
  body: jsonObject({
    posts: withDescription(
      v.pipe(boundedList(id, MAX_POSTS), v.minLength(1), v.maxLength(MAX_POSTS)),
      'IDs of the posts',
    ),
    ...deletionFields,
  }),
  responses: {
    200: v.object({
      ...deletedFields,
      ids: withDescription(
        v.array(v.string()),
        'IDs of the posts that were deleted or moved to the trash; with `social_only`, of those that are being removed',
      ),
      skipped: withDescription(
        v.array(
          v.object({
            id: withDescription(v.string(), 'ID of a post that was neither deleted nor moved'),
            code: withDescription(
              v.picklist([
                'post_not_found',
                'post_publishing',
                'post_not_on_networks',
                'permission_missing',
                'concurrent_update',
              ]),
              'Why the post was neither deleted nor moved: the error code that `deletePost` would return',
            ),
          }),
        ),
        'The posts that were not changed',
      ),
    }),
  },
  examples: [
    {
      summary: 'Move two posts to the trash',
      body: {
        posts: ['01980000-0000-7000-8000-000000000001', '01980000-0000-7000-8000-000000000002'],
        trash: true,
      },
    },
  ],
});
