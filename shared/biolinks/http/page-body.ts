import * as v from 'valibot';
import {
  hasSlugCharacters,
  isReservedSlug,
  normaliseSlug,
  SLUG_LIMIT,
} from '#shared/biolinks/domain/slug.ts';
import * as biolinksErrors from '#shared/biolinks/errors.ts';
import { boundedList } from '#shared/platform/core/bounded-list.ts';
import { issue } from '#shared/platform/core/issue.ts';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import { secretField } from '#shared/platform/http/secret-field.ts';
import { exactLine, multiLineUpTo, singleLine } from '#shared/platform/http/text-field.ts';
import { withDescription } from '#shared/platform/http/with-description.ts';

const MAX_PIXELS = 10;

/** A colour as `#rrggbb`, stored as sent. */
const color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-fA-F]{6}$/u, issue('invalid_color', 'Use a colour in the format #rrggbb.')),
);

const slug = v.pipe(
  singleLine(1, SLUG_LIMIT),
  v.check(hasSlugCharacters, issue('invalid_format', 'Use only the letters A to Z, digits, "-" and "_".')),
  v.metadata({ pattern: '^[A-Za-z0-9_-]+$', description: 'Stored in lower case; unique within its domain' }),
  v.check(
    (value) => !isReservedSlug(value),
    issue(biolinksErrors.slug_reserved, 'The slug is reserved for the platform. Use a different one.'),
  ),
  v.transform(normaliseSlug),
);

const uuid = v.pipe(v.string(), v.uuid(issue('invalid_format', 'Use a UUID.')), v.toLowerCase());

/** Null and an empty string mean the default domain (docs/specification/biolinks.md#default-domain). */
const domain = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (id) => id === '' || v.is(uuid, id),
      issue('invalid_format', 'Use a UUID; null or an empty string for the default domain.'),
    ),
    v.metadata({
      pattern: '^(|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: 'ID of a connected domain; `null` or `""` for the default domain',
    }),
    v.toLowerCase(),
  ),
);

/**
 * The URL of the image in link previews. A URL that is invalid and too long is reported as one validation error
 * (docs/specification/biolinks.md#page-seo).
 */
const image = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => url === '' || webUrlProblem(url, true) === undefined,
    issue('invalid_url', 'Use an absolute https URL of at most 2,048 characters.'),
  ),
  v.metadata({ pattern: '^(|[Hh][Tt][Tt][Pp][Ss]://.+)$', maxLength: 2048 }),
);

/**
 * A password is not trimmed (docs/specification/biolinks.md#page-password). It has only one line, because visitors enter it in a
 * single-line field.
 */
const password = exactLine(4, 128);

const protection = v.pipe(
  jsonObject({
    password: v.optional(
      secretField(
        withDescription(password, 'Sets the password. It is stored exactly as sent, including white space'),
      ),
    ),
    clear_password: v.optional(v.pipe(v.boolean(), v.description('`true` removes the password'))),
    sensitive: v.optional(
      withDescription(v.boolean(), 'Whether visitors must confirm that they want to see the page'),
    ),
  }),
  v.check(
    (sent) => sent.password === undefined || sent.clear_password !== true,
    issue(biolinksErrors.password_conflict, 'Set a password or remove it, not both.'),
  ),
);

/** Null resets these fields, like an empty string (docs/specification/biolinks.md#resetting-page-fields). */
function resettable<const S extends v.GenericSchema<string, string>>(schema: S) {
  return v.optional(
    v.pipe(
      v.nullable(schema),
      v.transform((value) => value ?? ''),
    ),
  );
}

const settings = jsonObject({
  seo: v.optional(
    withDescription(
      jsonObject({
        title: resettable(
          withDescription(
            singleLine(0, 120),
            'Title for search engines and link previews; empty to use the title of the page',
          ),
        ),
        description: resettable(
          withDescription(
            multiLineUpTo(320),
            'Description for search engines and link previews; empty to use the tagline',
          ),
        ),
        image: resettable(withDescription(image, 'URL of the image in link previews; empty for none')),
        noindex: v.optional(
          withDescription(v.boolean(), 'Whether search engines are asked not to index the page'),
        ),
      }),
      'Content for search engines and link previews',
    ),
  ),
  protection: v.optional(withDescription(protection, 'Access to the page')),
  utm: v.optional(
    withDescription(
      jsonObject({
        source: resettable(withDescription(singleLine(0, 128), '`utm_source`; empty for none')),
        medium: resettable(withDescription(singleLine(0, 128), '`utm_medium`; empty for none')),
        campaign: resettable(withDescription(singleLine(0, 128), '`utm_campaign`; empty for none')),
      }),
      'Campaign parameters that are added to the links of the page',
    ),
  ),
  pixels: v.optional(
    v.pipe(
      boundedList(uuid),
      v.check(
        (ids) => new Set(ids).size <= MAX_PIXELS,
        issue('too_many_items', `Use at most ${MAX_PIXELS} pixels.`),
      ),
      v.metadata({ maxItems: MAX_PIXELS }),
      v.description(`IDs of at most ${MAX_PIXELS} pixels; replaces the whole list`),
    ),
  ),
});

/** Fields of a page that clients set. Each may be omitted. */
export const pageFields = {
  title: v.optional(
    withDescription(singleLine(0, 120), 'The heading of the page; required if the page is `active`'),
  ),
  slug: v.optional(slug),
  domain: v.optional(domain),
  handle: v.optional(
    withDescription(singleLine(0, 120), 'A name below the title, such as `@ada`; empty for none'),
  ),
  tagline: v.optional(withDescription(multiLineUpTo(280), 'A short text below the handle; empty for none')),
  theme: v.optional(
    v.pipe(v.string(), v.trim(), v.description('ID of a theme; `listThemes` returns all themes')),
  ),
  hide_branding: v.optional(
    withDescription(v.boolean(), 'Whether the footer line with the name of the platform is hidden'),
  ),
  avatar_color: v.optional(withDescription(color, 'The background colour of the avatar, as `#rrggbb`')),
  appearance: v.optional(
    withDescription(
      jsonObject({
        font_override: v.optional(
          v.nullable(
            v.pipe(
              v.string(),
              v.trim(),
              v.description('ID of a font; `listThemes` returns all fonts'),
              v.transform((font) => font || null),
            ),
          ),
        ),
        accent: v.optional(
          v.nullable(withDescription(color, 'The colour of buttons; null to use the colour of the theme')),
        ),
      }),
      'Differences from the theme',
    ),
  ),
  settings: v.optional(
    withDescription(
      settings,
      'Settings of the page. Omitted fields keep their values, at every level of nesting',
    ),
  ),
};

/** A body with some of the fields of a page. */
export const pageBody = jsonObject(pageFields);

export type PageBody = v.InferOutput<typeof pageBody>;

/** Fields that exist only in responses. */
export const READ_ONLY_FIELDS = [
  'id',
  'revision',
  'public_url',
  'disabled',
  'verified',
  'created_at',
  'updated_at',
];

/** Fields that other operations set (docs/specification.md#fields-of-other-operations). */
export const FIELDS_OWNED_BY = {
  status: 'setPageStatus',
  blocks: 'createBlock',
  has_password: {
    use: 'updatePage',
    detail:
      'The platform sets the field. Send settings.protection.password to set a password, and clear_password to remove it.',
  },
};
