import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy, type RequestFor } from '#shared/platform/http/load-resource.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import type { Capability } from '#shared/platform/runtime/capabilities.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import * as publishingErrors from '#shared/publishing/errors.ts';
import type { PostReader } from '#shared/publishing/ports/post-store.ts';

const WRITE = 'publishing:posts:write';
const PUBLISH = 'publishing:posts:publish';

/** Reading posts. */
export const POSTS_READ = keyWith('publishing:posts:read');

/** Writing posts. `requirePublish` checks the conditional permissions below in addition. */
export const POSTS_WRITE = keyWith(WRITE);

/** A body with a date and a time will be published at that time once it is scheduled. */
export const PUBLISH_IF_TIMED_OR_SCHEDULED = [
  { permission: PUBLISH, when: 'the body has a date and a time, or schedules the post' },
] as const satisfies ConditionalPermission[];

/** A scheduled post can be changed only by a key that may publish (docs/specification/publishing.md#permission-to-publish). */
export const PUBLISH_IF_SCHEDULED_OR_TIMED = [
  { permission: PUBLISH, when: 'the post is scheduled, or the body has a date and a time' },
] as const satisfies ConditionalPermission[];

/** A key that may publish is required to delete a scheduled or published post, and to remove posts from the networks. */
export const PUBLISH_IF_DELETION_NEEDS_IT = [
  { permission: PUBLISH, when: 'the post is scheduled or published, or `delete_mode` is not `app_only`' },
] as const satisfies ConditionalPermission[];

/** Bulk variant: required if any post of the batch needs it. */
export const PUBLISH_IF_ANY_DELETION_NEEDS_IT = [
  {
    permission: PUBLISH,
    when: 'one of the posts is scheduled or published, or `delete_mode` is not `app_only`',
  },
] as const satisfies ConditionalPermission[];

/** Scheduling and publishing posts. */
export const POSTS_PUBLISH = keyWith(PUBLISH);

/** The path parameter that identifies a post. */
export const postParameter = {
  form: 'uuid',
  notFound: publishingErrors.post_not_found,
} as const satisfies PathParameter;

/** Error codes of operations that accept the fields of a post. */
export const POST_FIELD_ERRORS = [
  'invalid_url',
  'original_version_invalid',
  'version_account_not_listed',
  'duplicate_version_account',
  'account_not_found',
  'tag_not_found',
  'media_not_found',
] as const satisfies ErrorCode[];

/** Error codes of the content, files and accounts of a post that is not ready to be published. */
export const CONTENT_ERRORS = [
  'content_empty',
  'account_not_connected',
  'media_not_found',
  'media_not_uploaded',
  'network_limit_exceeded',
  'options_invalid',
] as const satisfies ErrorCode[];

/** Error codes of a post with accounts, a date and a time that is not ready to be published. */
export const READINESS_ERRORS = ['schedule_in_past', ...CONTENT_ERRORS] as const satisfies ErrorCode[];

/** Error codes of operations that check all conditions of scheduling. */
export const SCHEDULE_ERRORS = [
  'accounts_required',
  'schedule_incomplete',
  ...READINESS_ERRORS,
] as const satisfies ErrorCode[];

/** Error codes of operations that change a post. */
export const POST_STATE_ERRORS = [
  'post_publishing',
  'post_in_trash',
  'concurrent_update',
] as const satisfies ErrorCode[];

/** Capabilities of operations that schedule a stored post. To move a scheduled post, they also delete the item of its time. */
export const SCHEDULE_USES = [
  'get-posts',
  'put-posts',
  'put-post-times',
  'batch-get-accounts',
  'batch-get-media-records',
  'get-workspaces',
  'get-directories',
  'put-events',
] as const satisfies Capability[];

/** Capabilities of operations that schedule a stored post, possibly for a slot of the posting queue. */
export const QUEUE_USES = [
  ...SCHEDULE_USES,
  'get-posting-queues',
  'query-post-times',
] as const satisfies Capability[];

/** Finds the post of the path. @throws PlatformError `post_not_found` */
export const loadPost = loadBy('post', postParameter);

/**
 * Finds the post for an edit. Changing a scheduled post requires the permission to publish, even if the change makes it a
 * draft (docs/specification/publishing.md#permission-to-publish). @throws PlatformError `post_not_found` · `permission_missing`
 */
export async function loadEditablePost(
  posts: Pick<PostReader, 'find'>,
  request: RequestFor<'post'>,
): Promise<Post> {
  const post = await loadPost(posts, request);
  if (post.status === 'scheduled') requirePublish(request.principal, 'The post is scheduled');
  return post;
}

/** Whether the key may publish. */
export function mayPublish({ permissions }: Pick<Principal, 'permissions'>): boolean {
  return permissions.has(PUBLISH);
}

/** `because` begins the detail of the error. @throws PlatformError `permission_missing` if the key may not publish */
export function requirePublish(principal: Pick<Principal, 'permissions'>, because: string): void {
  if (mayPublish(principal)) return;
  throw new PlatformError('permission_missing', `${because}: the key also needs ${PUBLISH}.`, {
    required_permissions: [WRITE, PUBLISH],
    missing_permissions: [PUBLISH],
  });
}
