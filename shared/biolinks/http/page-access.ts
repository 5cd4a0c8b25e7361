import type { ErrorCode } from '#shared/platform/core/errors.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';
import type { Permission } from '#shared/platform/identity/permissions.ts';

function keyWith<const P extends Permission>(permission: P) {
  return { kind: 'key', credential: 'workspace-key', rule: 'all-of', permissions: [permission] } as const;
}

/** Reading pages and what belongs to them. */
export const PAGES_READ = keyWith('biolinks:pages:read');

/** Changing pages and their blocks: together with `PUBLISH_IF_ACTIVE`. */
export const PAGES_WRITE = keyWith('biolinks:pages:write');

/** What visitors see changes only by the hand of somebody who may publish: `loadEditablePage` asks for it (G67). */
export const PUBLISH_IF_ACTIVE = [
  { permission: 'biolinks:pages:publish', when: 'the page is active' },
] as const satisfies ConditionalPermission[];

/** Deciding what visitors see. */
export const PAGES_PUBLISH = keyWith('biolinks:pages:publish');

/** The variable of the path that names a page. */
export const pageParameter = { form: 'uuid', notFound: 'page_not_found' } as const satisfies PathParameter;

/** Codes of operations that take the fields of a page. */
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
