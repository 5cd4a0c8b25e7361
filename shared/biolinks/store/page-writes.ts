import { isListable } from '#shared/biolinks/domain/listable.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { removalEntryWrite } from '#shared/platform/store/audit-items.ts';
import { releaseQuota, takeQuota } from '#shared/platform/store/quota-writes.ts';
import { setAttributes } from '#shared/platform/store/update-expression.ts';
import {
  isNew,
  revisionUnchanged,
  type Write,
  deleteItem,
  putItem,
  updateItem,
} from '#shared/platform/store/write.ts';
import { domainUseWrites } from './domain-use.ts';
import { pageKey, slugKey } from './keys.ts';
import { ownedBy } from './page-conditions.ts';
import { type FormerSlug, toFormerSlugItem, toPageAttributes, toPageItem, toSlugItem } from './page-items.ts';

/** At most this many former slugs redirect to a page, so that one page cannot occupy many slugs. */
const FORMER_SLUGS = 5;

/** Creates a page. */
export function createWrites(page: Page, change: Change): Write[] {
  return [
    putItem(toPageItem(page, change), isNew),
    claimSlug(page, change),
    ...domainUseWrites(undefined, page),
    takeQuota('pages', page.workspaceId),
  ];
}

/** Edits a page that keeps its slug and domain: one item, unless the page enters or leaves the sitemap. */
export function editWrites(before: Page, after: Page, change: Change): Write[] {
  const edit = updatePage(before, toPageAttributes(after, change));
  if (isListable(before) === isListable(after)) return [edit];
  return [edit, putItem(toSlugItem(after, change), ownedBy(after.id))];
}

/** Changes the slug or domain of a page: claims the new slug and turns the old one into a redirect. */
export function renameWrites(
  before: Page,
  after: Page,
  former: readonly FormerSlug[],
  change: Change,
): Write[] {
  const left = { domainId: before.domainId, slug: before.slug };
  const kept = [...former.filter((slug) => !isSlugOf(after, slug)), left];
  const latest = kept.slice(-FORMER_SLUGS);
  return [
    // This write is first, so that a request that loses the race gets `concurrent_update` and not `slug_taken`.
    updatePage(before, { ...toPageAttributes(after, change), formerSlugs: latest }),
    claimSlug(after, change),
    putItem(toFormerSlugItem(left, after, change), ownedBy(after.id)),
    ...releaseSlugs(kept.slice(0, -FORMER_SLUGS), after.id),
    ...domainUseWrites(before, after),
  ];
}

/** Deletes a page with its slug and its former slugs; its blocks are deleted separately. */
export function removeWrites(page: Page, former: readonly FormerSlug[], change: Change): Write[] {
  const { id, workspaceId } = page;
  return [
    deleteItem(pageKey(id), revisionUnchanged(page)),
    ...releaseSlugs([{ domainId: page.domainId, slug: page.slug }, ...former], id),
    ...domainUseWrites(page, undefined),
    removalEntryWrite({ resource: 'page', id, workspaceId }, change),
    releaseQuota('pages', workspaceId),
  ];
}

function updatePage(before: Page, attributes: Record<string, unknown>): Write {
  return updateItem(pageKey(before.id), setAttributes(attributes), revisionUnchanged(before));
}

/** A page can reuse its own former slug, but not a current or former slug of another page. */
function claimSlug(page: Page, change: Change): Write {
  return putItem(toSlugItem(page, change), {
    expression: 'attribute_not_exists(pk) OR pageId = :page',
    values: { ':page': page.id },
    onFailure: () =>
      new PlatformError(
        biolinksErrors.slug_taken,
        'Another page of this domain has this slug. Use a different slug.',
      ),
  });
}

function releaseSlugs(slugs: readonly FormerSlug[], pageId: string): Write[] {
  return slugs.map(({ domainId, slug }) => deleteItem(slugKey(domainId, slug), ownedBy(pageId)));
}

function isSlugOf({ domainId, slug }: Page, former: FormerSlug): boolean {
  return former.domainId === domainId && former.slug === slug;
}
