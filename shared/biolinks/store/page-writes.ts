import { isListable } from '#shared/biolinks/domain/listable.ts';
import type { Page } from '#shared/biolinks/domain/page.ts';
import { removalEntryWrite } from '#shared/platform/audit/store/audit-items.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { ConcurrentUpdateError, PlatformError } from '#shared/platform/core/errors.ts';
import { updateOf } from '#shared/platform/store/update-expression.ts';
import type { Condition, Write } from '#shared/platform/store/write.ts';
import { domainUseWrites } from './domain-use.ts';
import { type FormerSlug, toFormerSlugItem, toPageAttributes, toPageItem, toSlugItem } from './page-items.ts';
import { pageKey, slugKey } from './page-keys.ts';

/** At most this many earlier slugs lead to a page: changing it again and again must not keep names from others (H24). */
const FORMER_SLUGS = 5;

/** What creating a page writes, apart from the answer to remember. */
export function createWrites(table: string, page: Page, change: Change): Write[] {
  const isNew: Condition = { when: 'attribute_not_exists(pk)', onFailure: () => new ConcurrentUpdateError() };
  return [
    { kind: 'put', table, item: toPageItem(page, change), condition: isNew },
    claimSlug(table, page, change),
    ...domainUseWrites(table, undefined, page),
  ];
}

/** What an edit writes that leaves the page where it is: one item, unless it enters or leaves the sitemap. */
export function editWrites(table: string, before: Page, after: Page, change: Change): Write[] {
  const edit = updatePage(table, before, toPageAttributes(after, change));
  if (isListable(before) === isListable(after)) return [edit];
  return [edit, { kind: 'put', table, item: toSlugItem(after, change), ...heldBy(after.id) }];
}

/** What a move to another slug or domain writes: the new claim, and the old one as a way to the page (G62, H24). */
export function moveWrites(
  table: string,
  before: Page,
  after: Page,
  former: readonly FormerSlug[],
  change: Change,
): Write[] {
  const left = { domain_id: before.domainId, slug: before.slug };
  const kept = [...former.filter((place) => !isPlaceOf(after, place)), left];
  const latest = kept.slice(-FORMER_SLUGS);
  return [
    // First, so that who lost a race for the page hears of that before hearing of the slug.
    updatePage(table, before, { ...toPageAttributes(after, change), former_slugs: latest }),
    claimSlug(table, after, change),
    { kind: 'put', table, item: toFormerSlugItem(left, after.id, change), ...heldBy(after.id) },
    ...releaseSlugs(table, kept.slice(0, -FORMER_SLUGS), after.id),
    ...domainUseWrites(table, before, after),
  ];
}

/** What deleting a page writes, apart from its blocks: the page and every slug that led to it. */
export function removeWrites(
  table: string,
  page: Page,
  former: readonly FormerSlug[],
  change: Change,
): Write[] {
  const places = [{ domain_id: page.domainId, slug: page.slug }, ...former];
  return [
    { kind: 'delete', table, key: pageKey(page.id), ...unchangedSince(page) },
    ...releaseSlugs(table, places, page.id),
    ...domainUseWrites(table, page, undefined),
    removalEntryWrite(table, { resource: 'page', id: page.id, workspaceId: page.workspaceId }, change),
  ];
}

function updatePage(table: string, before: Page, attributes: Record<string, unknown>): Write {
  const { pk: _, sk: __, ...each } = { ...pageKey(before.id), ...attributes };
  const { set, remove, names, values } = updateOf({}, each);
  const guard = unchangedSince(before);
  return {
    kind: 'update',
    table,
    key: pageKey(before.id),
    set: `SET ${set}${remove}`,
    names,
    values: { ...values, ...guard.values },
    condition: guard.condition,
  };
}

/** The page's own earlier slug can be taken back; another page's cannot, even if that page has moved on. */
function claimSlug(table: string, page: Page, change: Change): Write {
  return {
    kind: 'put',
    table,
    item: toSlugItem(page, change),
    values: { ':page': page.id },
    condition: {
      when: 'attribute_not_exists(pk) OR page_id = :page',
      onFailure: () => new PlatformError('slug_taken', 'Another page of this domain has this slug.'),
    },
  };
}

function releaseSlugs(table: string, places: readonly FormerSlug[], pageId: string): Write[] {
  return places.map(({ domain_id, slug }) => ({
    kind: 'delete',
    table,
    key: slugKey(domain_id, slug),
    ...heldBy(pageId),
  }));
}

/** Every slug of a page changes with the page only, so this fails only when the page has changed too. */
function heldBy(pageId: string) {
  return {
    values: { ':page': pageId },
    condition: { when: 'page_id = :page', onFailure: () => new ConcurrentUpdateError() },
  };
}

/** Closes the race with any other write since the page was read. */
function unchangedSince({ revision }: Page) {
  return {
    values: { ':before': revision },
    condition: {
      when: 'attribute_exists(pk) AND revision = :before',
      onFailure: () => new ConcurrentUpdateError(),
    },
  };
}

function isPlaceOf({ domainId, slug }: Page, place: FormerSlug): boolean {
  return place.domain_id === domainId && place.slug === slug;
}
