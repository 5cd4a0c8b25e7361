import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';

function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}

/** Reading pages and their blocks. */
export const PAGES_READ = keyWith('biolinks:pages:read');

/** Changing pages and their blocks, together with `PUBLISH_IF_ACTIVE`. */
export const PAGES_WRITE = keyWith('biolinks:pages:write');

/**
 * Changing an active page requires the permission to publish (docs/specification.md#changing-active-pages);
 * `loadEditablePage` checks it.
 */
export const PUBLISH_IF_ACTIVE = [
  { permission: 'biolinks:pages:publish', when: 'the page is active' },
] as const satisfies ConditionalPermission[];

/** Publishing and unpublishing pages. */
export const PAGES_PUBLISH = keyWith('biolinks:pages:publish');

/** The path parameter that identifies a page. */
export const pageParameter = { form: 'uuid', notFound: 'page_not_found' } as const satisfies PathParameter;

/** Error codes of operations that accept the fields of a page. */
export const PAGE_FIELD_ERRORS = [
  'invalid_color',
  'invalid_url',
  'slug_reserved',
  'slug_taken',
  'theme_unknown',
  'font_unknown',
  'domain_not_connected',
  'pixel_not_found',
  'password_conflict',
  'concurrent_update',
] as const satisfies ErrorCode[];
