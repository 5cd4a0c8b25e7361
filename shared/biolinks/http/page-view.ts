import * as v from 'valibot';
import { color, created, id, revisionText, updated, uuid } from '#shared/platform/http/view-field.ts';
import { named } from '#shared/platform/http/named-schema.ts';
import { type Page, PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { described } from '#shared/platform/http/described.ts';

/** A page in responses (docs/specification.md#page-record). Instead of the password, it contains only `has_password`. */
export const pageSchema = described(
  named(
    'Page',
    v.object({
      revision: revisionText,
      id,
      slug: described(v.string(), 'Path of the page, in lower case; unique within its domain'),
      domain: described(uuid, 'ID of the domain of the page; `listDomains` returns all domains'),
      public_url: described(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'URL of the page for visitors while it is `active`',
      ),
      title: described(v.string(), 'The heading of the page'),
      handle: described(v.string(), 'A name below the title, such as `@ada`; empty for none'),
      tagline: described(v.string(), 'A short text below the handle; empty for none'),
      theme: described(v.string(), 'ID of the theme; `listThemes` returns all themes'),
      status: described(
        v.picklist(PAGE_STATUSES),
        'Visitors see only `active` pages; `setPageStatus` changes the status',
      ),
      disabled: described(
        v.boolean(),
        'Whether the platform has disabled the page. No API key can enable it again',
      ),
      verified: described(
        v.boolean(),
        'Whether a verification mark is shown next to the handle; only the platform sets it',
      ),
      hide_branding: described(
        v.boolean(),
        'Whether the footer line with the name of the platform is hidden',
      ),
      avatar_color: described(color, 'The background colour of the avatar, as `#rrggbb`'),
      appearance: described(
        v.object({
          font_override: described(
            v.nullable(v.string()),
            'ID of the font that replaces the fonts of the theme; null to use the fonts of the theme',
          ),
          accent: described(v.nullable(color), 'The colour of buttons; null to use the colour of the theme'),
        }),
        'Differences from the theme',
      ),
      has_password: described(
        v.boolean(),
        'Whether visitors need a password. The password itself is never returned',
      ),
      settings: described(
        v.object({
          seo: described(
            v.object({
              title: described(
                v.string(),
                'Title for search engines and link previews; empty to use the title of the page',
              ),
              description: described(
                v.string(),
                'Description for search engines and link previews; empty to use the tagline',
              ),
              image: described(v.string(), 'URL of the image in link previews; empty for none'),
              noindex: described(v.boolean(), 'Whether search engines are asked not to index the page'),
            }),
            'Content for search engines and link previews',
          ),
          protection: described(
            v.object({
              sensitive: described(
                v.boolean(),
                'Whether visitors must confirm that they want to see the page',
              ),
            }),
            'Access to the page',
          ),
          utm: described(
            v.object({
              source: described(v.string(), '`utm_source`; empty for none'),
              medium: described(v.string(), '`utm_medium`; empty for none'),
              campaign: described(v.string(), '`utm_campaign`; empty for none'),
            }),
            'Campaign parameters that are added to the links of the page',
          ),
          pixels: described(
            v.array(uuid),
            'IDs of tracking pixels, which are loaded only for visitors who consent',
          ),
        }),
        'All settings of the page. Values that were never set are empty, false or null',
      ),
      created_at: created,
      updated_at: updated,
    }),
  ),
  'A bio-link page. Its blocks are separate resources',
);

/** Converts a page to its representation; `origin` is the scheme and host of the default domain. */
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

/**
 * The revision of a page for `If-Match`. Revisions are compared as strings: `"07"` is not `"7"`
 * (docs/specification.md#revisions).
 */
export function pageRevision({ revision }: Page): string {
  return String(revision);
}

/** The header with the revision of a page. */
export function pageTag(page: Page): { ETag: string } {
  return { ETag: entityTag(pageRevision(page)) };
}

/** A response with a page. */
export function pageAnswer(status: number, page: Page, origin: string) {
  return { status, headers: pageTag(page), body: { data: pageView(page, origin) } };
}
