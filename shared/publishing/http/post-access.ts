import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';

function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}

/** Reading posts. */
export const POSTS_READ = keyWith('publishing:posts:read');

/** Writing posts. `requirePublish` checks the conditional permissions below in addition. */
export const POSTS_WRITE = keyWith('publishing:posts:write');

const PUBLISH = 'publishing:posts:publish';

/** A body with a date and a time will be published at that time once it is scheduled. */
export const PUBLISH_IF_TIMED = [
  { permission: PUBLISH, when: 'the body has a date and a time' },
] as const satisfies ConditionalPermission[];

/** A scheduled post can be changed only by a key that may publish (docs/specification.md#permission-to-publish). */
export const PUBLISH_IF_SCHEDULED_OR_TIMED = [
  { permission: PUBLISH, when: 'the post is scheduled, or the body has a date and a time' },
] as const satisfies ConditionalPermission[];

/** A scheduled or published post can be deleted only by a key that may publish. */
export const PUBLISH_IF_PUBLIC = [
  { permission: PUBLISH, when: 'the post is scheduled or published' },
] as const satisfies ConditionalPermission[];

/** Bulk variant: required if any post of the batch needs it. */
export const PUBLISH_IF_ANY_PUBLIC = [
  { permission: PUBLISH, when: 'one of the posts is scheduled or published' },
] as const satisfies ConditionalPermission[];

/** Scheduling and publishing posts. */
export const POSTS_PUBLISH = keyWith('publishing:posts:publish');

/** The path parameter that identifies a post. */
export const postParameter = { form: 'uuid', notFound: 'post_not_found' } as const satisfies PathParameter;

/** Error codes of operations that accept the fields of a post. */
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

/** Error codes of a post that has accounts, a date and a time but is not ready to be published. */
export const READINESS_ERRORS = [
  'schedule_in_past',
  'content_empty',
  'account_not_connected',
  'media_not_found',
  'media_not_uploaded',
  'network_limit_exceeded',
  'options_invalid',
] as const satisfies ErrorCode[];

/** Error codes of operations that check all conditions of scheduling. */
export const SCHEDULE_ERRORS = [
  'accounts_required',
  'schedule_incomplete',
  ...READINESS_ERRORS,
] as const satisfies ErrorCode[];

/** Error codes of operations that change a post. */
export const POST_STATE_ERRORS = [
  'post_not_found',
  'post_publishing',
  'post_in_trash',
  'concurrent_update',
] as const satisfies ErrorCode[];
