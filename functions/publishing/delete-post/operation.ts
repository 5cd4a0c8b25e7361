import * as v from 'valibot';
import { strictFields } from '#shared/platform/core/json-object.ts';
import { defineOperation } from '#shared/platform/http/operation.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { deletedFields, deleteMode, deletionBody } from '#shared/publishing/http/deletion-body.ts';
import {
  postParameter,
  POSTS_WRITE,
  PUBLISH_IF_DELETION_NEEDS_IT,
} from '#shared/publishing/http/post-access.ts';

export const operation = defineOperation({
  name: 'delete-post',
  product: 'publishing',
  summary: 'Delete a post',
  description:
    'Deletes the post permanently, or moves it to the trash if `trash` is true. `delete_mode` says whether the post is ' +
    'deleted here, on the social networks, or both. The request starts the removal from the social networks, and ' +
    '`getPostRemoval` returns the outcome for each account. `trash` and `delete_mode` can be sent in the query or in the ' +
    'body, because some clients send no body with DELETE. If both have a `delete_mode`, the one in the query is used.',
  routes: [{ method: 'DELETE', path: '/os/api/{workspace}/posts/{post}' }],
  access: POSTS_WRITE,
  conditionalPermissions: PUBLISH_IF_DELETION_NEEDS_IT,
  checksKeyOnWrite: 'some',
  params: { post: postParameter },
  uses: [
    'get-posts',
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
  // Some clients and proxies drop the body of a DELETE. Without the query parameters, the post would be permanently deleted.
  query: strictFields({
    trash: v.optional(
      withDescription(
        v.picklist(['true', 'false']),
        '`true` moves the post to the trash; otherwise it is permanently deleted',
      ),
    ),
    delete_mode: v.optional(deleteMode),
  }),
  body: deletionBody,
  optionalBody: true,
  responses: { 200: v.object(deletedFields) },
  errors: ['post_publishing', 'post_not_on_networks', 'concurrent_update'],
  exampleQueries: [{ trash: 'true' }],
  examples: [
    {
      summary: 'Move to the trash',
      body: { trash: true },
    },
    {
      summary: 'Delete permanently, also on the social networks',
      body: { delete_mode: 'app_and_social' },
    },
  ],
});
