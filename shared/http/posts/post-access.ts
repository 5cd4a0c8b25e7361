import type { ErrorCode } from '#shared/domain/errors.ts';
import type { Permission } from '#shared/domain/permissions.ts';
import type { PathParameter } from '#shared/http/operation.ts';

function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}

/** Reading posts. */
export const POSTS_READ = keyWith('publishing:posts:read');

/** Writing posts; what is scheduled, or would be at a time, needs the permission to publish as well (`mayPublish`). */
export const POSTS_WRITE = keyWith('publishing:posts:write');

/** Deciding what goes out and when. */
export const POSTS_PUBLISH = keyWith('publishing:posts:publish');

/** The variable of the path that names a post. */
export const postParameter = { form: 'uuid', notFound: 'post_not_found' } as const satisfies PathParameter;

/** Codes of operations that take the fields of a post. */
export const POST_FIELD_ERRORS = [
  'invalid_date',
  'invalid_time',
  'invalid_url',
  'original_version_invalid',
  'version_account_not_listed',
  'duplicate_version_account',
  'account_not_found',
  'tag_not_found',
  'media_not_found',
] as const satisfies ErrorCode[];

/** Codes of operations that hold a post to the conditions of the schedule. */
export const SCHEDULE_ERRORS = [
  'accounts_required',
  'schedule_incomplete',
  'schedule_in_past',
  'content_empty',
  'account_not_connected',
  'media_not_found',
  'media_not_uploaded',
  'network_limit_exceeded',
  'options_invalid',
] as const satisfies ErrorCode[];

/** Codes of operations that change a post. */
export const POST_STATE_ERRORS = [
  'post_not_found',
  'post_publishing',
  'post_in_trash',
  'concurrent_update',
] as const satisfies ErrorCode[];
