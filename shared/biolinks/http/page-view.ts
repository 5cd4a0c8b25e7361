import * as v from 'valibot';
import { type Page, PAGE_STATUSES } from '#shared/biolinks/domain/page.ts';
import { publicUrl } from '#shared/biolinks/domain/public-url.ts';
import { isWeakPassword } from '#shared/biolinks/domain/weak-password.ts';
import { entityTag } from '#shared/platform/http/precondition.ts';
import { color, created, id, revisionText, updated, uuid } from '#shared/platform/http/view-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';
import { withTitle } from '#shared/platform/http/with-title.ts';

/** A page in responses (docs/specification/biolinks.md#page-record). Instead of the password, it contains only `has_password`. */
export const pageSchema = withDescription(
  withTitle(
    'Page',
    v.object({
      revision: revisionText,
      id,
      slug: withDescription(v.string(), 'Path of the page, in lower case; unique within its domain'),
      domain: withDescription(uuid, 'ID of the domain of the page; `listDomains` returns all domains'),
      public_url: withDescription(
        v.pipe(v.string(), v.metadata({ format: 'uri' })),
        'URL of the page for visitors while it is `active`',
      ),
      title: withDescription(v.string(), 'The heading of the page'),
      handle: withDescription(v.string(), 'A name below the title, such as `@ada`; empty for none'),
      tagline: withDescription(v.string(), 'A short text below the handle; empty for none'),
      theme: withDescription(v.string(), 'ID of the theme; `listThemes` returns all themes'),
      status: withDescription(
        v.picklist(PAGE_STATUSES),
        'Visitors see only `active` pages; `setPageStatus` changes the status',
      ),
      disabled: withDescription(
        v.boolean(),
        'Whether the platform has disabled the page. No API key can enable it again',
      ),
      verified: withDescription(
        v.boolean(),
        'Whether a verification mark is shown next to the handle; only the platform sets it',
      ),
      hide_branding: withDescription(
        v.boolean(),
        'Whether the footer line with the name of the platform is hidden',
      ),
      avatar_color: withDescription(color, 'The background colour of the avatar, as `#rrggbb`'),
      appearance: withDescription(
        v.object({
          font_override: withDescription(
            v.nullable(v.string()),
            'ID of the font that replaces the fonts of the theme; null to use the fonts of the theme',
          ),
          accent: withDescription(
            v.nullable(color),
            'The colour of buttons; null to use the colour of the theme',
          ),
        }),
        'Differences from the theme',
      ),
      has_password: withDescription(
        v.boolean(),
        'Whether visitors need a password. The password itself is never returned',
      ),
      settings: withDescription(
        v.object({
          seo: withDescription(
            v.object({
              title: withDescription(
                v.string(),
                'Title for search engines and link previews; empty to use the title of the page',
              ),
              description: withDescription(
                v.string(),
                'Description for search engines and link previews; empty to use the tagline',
              ),
              image: withDescription(v.string(), 'URL of the image in link previews; empty for none'),
              noindex: withDescription(v.boolean(), 'Whether search engines are asked not to index the page'),
            }),
            'Content for search engines and link previews',
          ),
          protection: withDescription(
            v.object({
              sensitive: withDescription(
                v.boolean(),
                'Whether visitors must confirm that they want to see the page',
              ),
            }),
            'Access to the page',
          ),
          utm: withDescription(
            v.object({
              source: withDescription(v.string(), '`utm_source`; empty for none'),
              medium: withDescription(v.string(), '`utm_medium`; empty for none'),
              campaign: withDescription(v.string(), '`utm_campaign`; empty for none'),
            }),
            'Campaign parameters that are added to the links of the page',
          ),
          pixels: withDescription(
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

/** Warnings of the operations that set a page's password (docs/specification/biolinks.md#page-password). */
export const pageWarnings = withDescription(
  v.array(
    withDescription(
      withTitle(
        'PageWarning',
        v.object({
          code: withDescription(
            v.literal('password_weak'),
            '`password_weak`: the password is short or simple, so it can be guessed',
          ),
          pointer: withDescription(v.string(), 'JSON Pointer of the field in the request'),
          detail: withDescription(v.string(), 'Explanation of the warning'),
        }),
      ),
      'A warning about an accepted field',
    ),
  ),
  'Warnings about accepted fields; empty if there are none',
);

/** The warnings about a password that a request sets. */
export function passwordWarnings(password: string | undefined): v.InferInput<typeof pageWarnings> {
  if (password === undefined || !isWeakPassword(password)) return [];
  const detail =
    'The password can be guessed. Use at least 8 different characters, or 12 if all of them are digits.';
  return [{ code: 'password_weak', pointer: '#/settings/protection/password', detail }];
}

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
export function pageResponse(status: number, page: Page, origin: string) {
  return { status, headers: pageTag(page), body: { data: pageView(page, origin) } };
}
