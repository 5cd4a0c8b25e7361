import * as v from 'valibot';
import { color, created, id, revisionText, updated, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { type Page, PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { described } from '#shared/platform/http/described.ts';

/** A page as shown (specification, Bio-link page; G70). Of its password only whether there is one. */
export const pageSchema = described(
  named(
    'Page',
    v.object({
      revision: revisionText,
      id,
      slug: described(v.string(), 'The path it lives at, in lower case; unique within its domain'),
      domain: described(uuid, 'Id of the domain it lives on: see `listDomains`'),
      public_url: described(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'Where visitors find it while it is `active`',
      ),
      title: described(v.string(), 'The heading of the page'),
      handle: described(v.string(), 'A name below the title, such as `@ada`; empty for none'),
      tagline: described(v.string(), 'A sentence or two below that; empty for none'),
      theme: described(v.string(), '`id` of its theme: see `listThemes`'),
      status: described(
        v.picklist(PAGE_STATUSES),
        'Visitors see `active` pages only; `setPageStatus` changes it',
      ),
      disabled: described(v.boolean(), 'The platform\u2019s own block: nobody with a key lifts it'),
      verified: described(v.boolean(), 'Whether a tick stands beside the handle; only the platform sets it'),
      hide_branding: described(
        v.boolean(),
        'Whether the line at its foot that names the platform is left out',
      ),
      avatar_color: described(color, 'The colour behind the initial, as `#rrggbb`'),
      appearance: described(
        v.object({
          font_override: described(
            v.nullable(v.string()),
            '`id` of the font in place of the theme\u2019s; null for the theme\u2019s',
          ),
          accent: described(
            v.nullable(color),
            'The colour of buttons in place of the theme\u2019s; null for the theme\u2019s',
          ),
        }),
        'What differs from the theme',
      ),
      has_password: described(
        v.boolean(),
        'Whether visitors need a password. The password itself is never answered',
      ),
      settings: described(
        v.object({
          seo: described(
            v.object({
              title: described(
                v.string(),
                'Title for search engines and previews; empty for the page\u2019s own',
              ),
              description: described(v.string(), 'Description for both; empty for the tagline'),
              image: described(v.string(), 'URL of the picture that previews show; empty for none'),
              noindex: described(v.boolean(), 'Whether search engines are asked to leave it out'),
            }),
            'What search engines and previews of links show',
          ),
          protection: described(
            v.object({
              sensitive: described(v.boolean(), 'Whether visitors first confirm that they want to see it'),
            }),
            'Who sees it',
          ),
          utm: described(
            v.object({
              source: described(v.string(), '`utm_source`; empty for none'),
              medium: described(v.string(), '`utm_medium`; empty for none'),
              campaign: described(v.string(), '`utm_campaign`; empty for none'),
            }),
            'Campaign parameters that its links carry',
          ),
          pixels: described(v.array(uuid), 'Ids of tracking pixels, loaded for visitors who accept them'),
        }),
        'Everything is there: what was never set is empty, false or null',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A bio-link page. Its blocks are resources of their own',
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
