import * as v from 'valibot';
import { isListable } from '#shared/biolinks/domain/listable.ts';
import { PAGE_STATUSES, type Page } from '#shared/biolinks/domain/page.ts';
import type { AuditedResource } from '#shared/platform/audit/audit-entry.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { toLastChange } from '#shared/platform/store/command-items.ts';
import { instant, maybe, parseItem } from '#shared/platform/store/item-schema.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { pageKey, pageOwner, slugKey, slugOwner } from './page-keys.ts';

/** An earlier slug of a page, which redirects to it. */
export type FormerSlug = { readonly domain_id: string; readonly slug: string };

const pageItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  slug: v.string(),
  domain_id: v.string(),
  custom_host: maybe(v.string()),
  title: v.string(),
  handle: v.string(),
  tagline: v.string(),
  theme: v.string(),
  status: v.picklist(PAGE_STATUSES),
  disabled: v.boolean(),
  verified: v.boolean(),
  hide_branding: v.boolean(),
  avatar_color: v.string(),
  font_override: maybe(v.string()),
  accent: maybe(v.string()),
  password: maybe(v.object({ scrypt: v.string() })),
  password_version: v.number(),
  seo: v.object({ title: v.string(), description: v.string(), image: v.string(), noindex: v.boolean() }),
  sensitive: v.boolean(),
  utm: v.object({ source: v.string(), medium: v.string(), campaign: v.string() }),
  pixels: v.array(v.string()),
  revision: v.number(),
  created_at: instant,
  updated_at: instant,
});

const formerItem = v.object({
  former_slugs: v.optional(v.array(v.object({ domain_id: v.string(), slug: v.string() })), []),
});

/** The item of a new page. */
export function toPageItem(page: Page, change: Change) {
  return {
    ...pageKey(page.id),
    owner_pk: pageOwner(page.workspaceId),
    owner_sk: page.id,
    ...toPageAttributes(page, change),
  };
}

/** The attributes that an edit writes. Former slugs belong to the store only. */
export function toPageAttributes(page: Page, change: Change) {
  const { seo, utm } = page.settings;
  return {
    resource: 'page' satisfies AuditedResource,
    id: page.id,
    workspace_id: page.workspaceId,
    slug: page.slug,
    domain_id: page.domainId,
    custom_host: page.customHost ?? undefined,
    title: page.title,
    handle: page.handle,
    tagline: page.tagline,
    theme: page.theme,
    status: page.status,
    disabled: page.disabled,
    verified: page.verified,
    hide_branding: page.hideBranding,
    avatar_color: page.avatarColor,
    font_override: page.appearance.fontOverride ?? undefined,
    accent: page.appearance.accent ?? undefined,
    password: page.password === null ? undefined : { scrypt: page.password.scrypt },
    password_version: page.passwordVersion,
    seo: { title: seo.title, description: seo.description, image: seo.image, noindex: seo.noindex },
    sensitive: page.settings.sensitive,
    utm: { source: utm.source, medium: utm.medium, campaign: utm.campaign },
    pixels: page.settings.pixels,
    revision: page.revision,
    created_at: page.createdAt.getTime(),
    updated_at: page.updatedAt.getTime(),
    last_change: toLastChange(change),
  };
}

export function fromPageItem(item: Item): Page {
  const stored = parseItem(pageItem, item);
  return {
    id: stored.id,
    workspaceId: stored.workspace_id,
    slug: stored.slug,
    domainId: stored.domain_id,
    customHost: stored.custom_host,
    title: stored.title,
    handle: stored.handle,
    tagline: stored.tagline,
    theme: stored.theme,
    status: stored.status,
    disabled: stored.disabled,
    verified: stored.verified,
    hideBranding: stored.hide_branding,
    avatarColor: stored.avatar_color,
    appearance: { fontOverride: stored.font_override, accent: stored.accent },
    password: stored.password,
    passwordVersion: stored.password_version,
    settings: { seo: stored.seo, sensitive: stored.sensitive, utm: stored.utm, pixels: stored.pixels },
    revision: stored.revision,
    createdAt: stored.created_at,
    updatedAt: stored.updated_at,
  };
}

/** The former slugs of a page, oldest first. */
export function formerSlugsOf(item: Item): readonly FormerSlug[] {
  return parseItem(formerItem, item).former_slugs;
}

/** The claim of a page's slug; the index from which sitemaps are made contains the claims of listable pages only. */
export function toSlugItem(page: Page, change: Change) {
  const listed = { owner_pk: slugOwner(page.domainId), owner_sk: page.slug };
  return {
    ...slugKey(page.domainId, page.slug),
    page_id: page.id,
    moved: false,
    ...(isListable(page) ? listed : {}),
    last_change: toLastChange(change),
  };
}

/** The claim of a former slug, which redirects to the page. */
export function toFormerSlugItem({ domain_id, slug }: FormerSlug, pageId: string, change: Change) {
  return { ...slugKey(domain_id, slug), page_id: pageId, moved: true, last_change: toLastChange(change) };
}
