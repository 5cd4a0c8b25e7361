import type { Page } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { PageGuard, PageReader } from '#shared/biolinks/ports/page-store.ts';
import { type ErrorCode, PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import { keyWith } from '#shared/platform/http/key-with.ts';
import { loadBy, type RequestFor } from '#shared/platform/http/load-resource.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { ConditionalPermission, PathParameter } from '#shared/platform/http/operation.ts';

const PUBLISH = 'biolinks:pages:publish';

/** Reading pages and their blocks. */
export const PAGES_READ = keyWith('biolinks:pages:read');

/** Changing pages and their blocks, together with `PUBLISH_IF_ACTIVE`. */
export const PAGES_WRITE = keyWith('biolinks:pages:write');

/**
 * Changing an active page requires the permission to publish (docs/specification/biolinks.md#changing-active-pages);
 * `loadEditablePage` checks it.
 */
export const PUBLISH_IF_ACTIVE = [
  { permission: PUBLISH, when: 'the page is active' },
] as const satisfies ConditionalPermission[];

/** Publishing and unpublishing pages. */
export const PAGES_PUBLISH = keyWith(PUBLISH);

/** The path parameter that identifies a page. */
export const pageParameter = {
  form: 'uuid',
  notFound: biolinksErrors.page_not_found,
} as const satisfies PathParameter;

/** Error codes of operations that accept the fields of a page. */
export const PAGE_FIELD_ERRORS = [
  'slug_taken',
  'theme_unknown',
  'font_unknown',
  'domain_not_connected',
  'pixel_not_found',
  'concurrent_update',
] as const satisfies ErrorCode[];

/** Finds the page of the path. @throws PlatformError `page_not_found` */
export const loadPage = loadBy('page', pageParameter);

/**
 * Finds the page for a change. Every change of an active page requires the permission to publish
 * (docs/specification/biolinks.md#changing-active-pages). @throws PlatformError `page_not_found` · `permission_missing`
 */
export async function loadEditablePage(
  pages: Pick<PageReader, 'find'>,
  request: RequestFor<'page'>,
): Promise<Page> {
  return requireEditable(await loadPage(pages, request), request.principal);
}

/** Checks that a page exists and that the key may change it. @throws PlatformError as `loadEditablePage` */
export function requireEditable(found: Page | undefined, principal: Principal): Page {
  const page = requirePage(found);
  if (page.status === 'active' && !mayPublish(principal)) {
    throw new PlatformError('permission_missing', `The page is active: the key also needs ${PUBLISH}.`, {
      required_permissions: ['biolinks:pages:write', PUBLISH],
      missing_permissions: [PUBLISH],
    });
  }
  return page;
}

/** The condition on the page when a key writes something that belongs to it. */
export function pageGuardOf(principal: Pick<Principal, 'permissions'>): PageGuard {
  return mayPublish(principal) ? 'exists' : 'not-active';
}

/** Whether the key may change active pages. */
export function mayPublish({ permissions }: Pick<Principal, 'permissions'>): boolean {
  return permissions.has(PUBLISH);
}

function requirePage(page: Page | undefined): Page {
  if (!page) throw notFound(biolinksErrors.page_not_found);
  return page;
}
