import * as v from 'valibot';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import { PAGE_STATUSES, type Page } from '#shared/biolinks/domain/page.ts';
import type { AuditedResource } from '#shared/platform/core/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { instant, itemCodec, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange } from '#shared/platform/store/write.ts';
import { pageKey, pageOwner, slugKey, slugOwner } from './keys.ts';

/** An earlier slug of a page, which redirects to it. */
export type FormerSlug = { readonly domainId: string; readonly slug: string };

/** The attributes of a page. */
export const pageItem = itemCodec(
  v.object({
    id: v.string(),
    workspaceId: v.string(),
    slug: v.string(),
    domainId: v.string(),
    customHost: maybe(v.string()),
    title: v.string(),
    handle: v.string(),
    tagline: v.string(),
    theme: v.string(),
    status: v.picklist(PAGE_STATUSES),
    disabled: v.boolean(),
    verified: v.boolean(),
    hideBranding: v.boolean(),
    avatarColor: v.string(),
    appearance: v.object({ fontOverride: maybe(v.string()), accent: maybe(v.string()) }),
    password: maybe(v.object({ scrypt: v.string() })),
    passwordVersion: v.number(),
    settings: v.object({
      seo: v.object({ title: v.string(), description: v.string(), image: v.string(), noindex: v.boolean() }),
      sensitive: v.boolean(),
      utm: v.object({ source: v.string(), medium: v.string(), campaign: v.string() }),
      pixels: v.array(v.string()),
    }),
    revision: v.number(),
    createdAt: instant,
    updatedAt: instant,
  }),
);

const formerItem = v.object({
  formerSlugs: v.optional(v.array(v.object({ domainId: v.string(), slug: v.string() })), []),
});

/** The item of a new page. */
export function toPageItem(page: Page, change: Change) {
  return {
    ...pageKey(page.id),
    ownerPk: pageOwner(page.workspaceId),
    ownerSk: page.id,
    ...toPageAttributes(page, change),
  };
}

/** The attributes that an edit writes. Former slugs belong to the store only. */
export function toPageAttributes(page: Page, change: Change) {
  return {
    resource: 'page' satisfies AuditedResource,
    ...pageItem.encode(page),
    lastChange: toLastChange(change),
  };
}

export function fromPageItem(item: Item): Page {
  return pageItem.decode(item);
}

/** The former slugs of a page, oldest first. */
export function readFormerSlugs(item: Item): readonly FormerSlug[] {
  return parseItem(formerItem, item).formerSlugs;
}

/** The claim of a page's slug; the index from which sitemaps are made contains the claims of listable pages only. */
export function toSlugItem(page: Page, change: Change) {
  const listed = { ownerPk: slugOwner(page.domainId), ownerSk: page.slug };
  return {
    ...slugKey(page.domainId, page.slug),
    workspaceId: page.workspaceId,
    pageId: page.id,
    moved: false,
    ...(isListable(page) ? listed : {}),
    lastChange: toLastChange(change),
  };
}

/** The claim of a former slug, which redirects to the page. */
export function toFormerSlugItem(
  { domainId, slug }: FormerSlug,
  { id, workspaceId }: Pick<Page, 'id' | 'workspaceId'>,
  change: Change,
) {
  return {
    ...slugKey(domainId, slug),
    workspaceId,
    pageId: id,
    moved: true,
    lastChange: toLastChange(change),
  };
}
