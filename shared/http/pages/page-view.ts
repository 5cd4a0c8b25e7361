import * as v from 'valibot';
import { color, revisionText, timestamp, uuid } from '#shared/http/view-field.ts';
import { named } from '#shared/http/named-schema.ts';
import { type Page, PAGE_STATUSES } from '#shared/domain/pages/page.ts';
import { publicUrl } from '#shared/domain/pages/public-url.ts';
import { entityTag } from '#shared/http/precondition.ts';

/** A page as shown (specification, Bio-link page; G70). Of its password only whether there is one. */
export const pageSchema = named(
  'Page',
  v.object({
    revision: revisionText,
    id: uuid,
    slug: v.string(),
    domain: uuid,
    public_url: v.pipe(v.string(), v.metadata({ format: 'uri' })),
    title: v.string(),
    handle: v.string(),
    tagline: v.string(),
    theme: v.string(),
    status: v.picklist(PAGE_STATUSES),
    disabled: v.pipe(v.boolean(), v.description('The platform\u2019s own block: nobody with a key lifts it')),
    verified: v.boolean(),
    hide_branding: v.boolean(),
    avatar_color: color,
    appearance: v.object({ font_override: v.nullable(v.string()), accent: v.nullable(color) }),
    has_password: v.boolean(),
    settings: v.object({
      seo: v.object({ title: v.string(), description: v.string(), image: v.string(), noindex: v.boolean() }),
      protection: v.object({ sensitive: v.boolean() }),
      utm: v.object({ source: v.string(), medium: v.string(), campaign: v.string() }),
      pixels: v.array(uuid),
    }),
    created_at: timestamp,
    updated_at: timestamp,
  }),
);

/** The representation of a page; `origin` is scheme and host of the default domain. */
export function pageView(page: Page, origin: string): v.InferInput<typeof pageSchema> {
  const { settings } = page;
  return {
    revision: pageRevision(page),
    id: page.id,
    slug: page.slug,
    domain: page.domainId,
    public_url: publicUrl(page, origin),
    title: page.title,
    handle: page.handle,
    tagline: page.tagline,
    theme: page.theme,
    status: page.status,
    disabled: page.disabled,
    verified: page.verified,
    hide_branding: page.hideBranding,
    avatar_color: page.avatarColor,
    appearance: { font_override: page.appearance.fontOverride, accent: page.appearance.accent },
    has_password: page.password !== null,
    settings: {
      seo: { ...settings.seo },
      protection: { sensitive: settings.sensitive },
      utm: { ...settings.utm },
      pixels: [...settings.pixels],
    },
    created_at: page.createdAt.toISOString(),
    updated_at: page.updatedAt.toISOString(),
  };
}

/** The revision that `If-Match` on a page compares, as text: `"07"` is not `"7"` (G57, H23). */
export function pageRevision({ revision }: Page): string {
  return String(revision);
}

/** The header that tells a page's revision. */
export function pageTag(page: Page): { ETag: string } {
  return { ETag: entityTag(pageRevision(page)) };
}

/** An answer that shows a page. */
export function pageAnswer(status: number, page: Page, origin: string) {
  return { status, headers: pageTag(page), body: { data: pageView(page, origin) } };
}
