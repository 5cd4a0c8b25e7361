import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import {
  hasSlugCharacters,
  isReservedSlug,
  normaliseSlug,
  SLUG_LIMIT,
} from '#shared/biolinks/domain/slug.ts';
import { webUrlProblem } from '#shared/platform/core/web-url.ts';
import { exactLine, multiLineUpTo, singleLine } from '#shared/platform/http/text-field.ts';
import { described } from '#shared/platform/http/described.ts';

const MAX_PIXELS = 10;

/** The colour form of the specification; kept as it is written. */
const color = v.pipe(
  v.string(),
  v.regex(/^#[0-9a-fA-F]{6}$/u, 'invalid_color: Use a colour of the form #rrggbb.'),
);

const slug = v.pipe(
  singleLine(1, SLUG_LIMIT),
  v.check(hasSlugCharacters, 'invalid_format: Use letters A to Z, digits, "-" and "_".'),
  v.metadata({ pattern: '^[A-Za-z0-9_-]+$', description: 'Kept in lower case; unique within its domain' }),
  v.check(
    (value) => !isReservedSlug(value),
    'slug_reserved: The platform keeps this slug for itself. Use another one.',
  ),
  v.transform(normaliseSlug),
);

const uuid = v.pipe(v.string(), v.uuid('invalid_format: Use a UUID.'), v.toLowerCase());

/** Null and empty are the default domain (specification; G59, G61). */
const domain = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((id) => id === '' || v.is(uuid, id), 'invalid_format: Use a UUID, or nothing.'),
    v.metadata({
      pattern: '^(|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$',
      description: 'Id of a connected domain; `null` or `""` is the default one',
    }),
    v.toLowerCase(),
  ),
);

/** The address of the image that previews show; what is wrong with a URL is one thing, its length included (G69). */
const image = v.pipe(
  v.string(),
  v.trim(),
  v.check(
    (url) => url === '' || webUrlProblem(url, true) === undefined,
    'invalid_url: Use an absolute https URL of at most 2,048 characters.',
  ),
  v.metadata({ pattern: '^(|[Hh][Tt][Tt][Pp][Ss]://.+)$', maxLength: 2048 }),
);

/** A password is taken as it is, nothing is trimmed (G65); but visitors type it into a field that has one line. */
const password = exactLine(4, 128);

const protection = v.pipe(
  jsonObject({
    password: v.optional(
      described(password, 'Sets the password; taken character by character, white space included'),
    ),
    clear_password: v.optional(v.pipe(v.boolean(), v.description('True removes the password'))),
    sensitive: v.optional(described(v.boolean(), 'Whether visitors first confirm that they want to see it')),
  }),
  v.check(
    (sent) => sent.password === undefined || sent.clear_password !== true,
    'password_conflict: Set a password or clear it, not both.',
  ),
);

/** Null resets these texts, as the empty one does (G59). */
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
    described(
      jsonObject({
        title: resettable(
          described(
            singleLine(0, 120),
            'Title for search engines and previews; empty for the page\u2019s own',
          ),
        ),
        description: resettable(described(multiLineUpTo(320), 'Description for both; empty for the tagline')),
        image: resettable(described(image, 'URL of the picture that previews show; empty for none')),
        noindex: v.optional(described(v.boolean(), 'Whether search engines are asked to leave it out')),
      }),
      'What search engines and previews of links show',
    ),
  ),
  protection: v.optional(described(protection, 'Who sees it')),
  utm: v.optional(
    described(
      jsonObject({
        source: resettable(described(singleLine(0, 128), '`utm_source`; empty for none')),
        medium: resettable(described(singleLine(0, 128), '`utm_medium`; empty for none')),
        campaign: resettable(described(singleLine(0, 128), '`utm_campaign`; empty for none')),
      }),
      'Campaign parameters that its links carry',
    ),
  ),
  pixels: v.optional(
    v.pipe(
      v.array(uuid),
      v.check((ids) => new Set(ids).size <= MAX_PIXELS, `too_many_items: Use at most ${MAX_PIXELS} pixels.`),
      v.metadata({ maxItems: MAX_PIXELS }),
      v.description(`Ids of pixels, ${MAX_PIXELS} at most; replaces the list`),
    ),
  ),
});

/** Settable members of a page (specification, Update a bio-link page), each of which may be left out. */
export const pageFields = {
  title: v.optional(
    described(singleLine(0, 120), 'The heading of the page; a page that is `active` needs one'),
  ),
  slug: v.optional(slug),
  domain: v.optional(domain),
  handle: v.optional(described(singleLine(0, 120), 'A name below the title, such as `@ada`; empty for none')),
  tagline: v.optional(described(multiLineUpTo(280), 'A sentence or two below that; empty for none')),
  theme: v.optional(v.pipe(v.string(), v.trim(), v.description('`id` of a theme: see `listThemes`'))),
  hide_branding: v.optional(
    described(v.boolean(), 'Whether the line at its foot that names the platform is left out'),
  ),
  avatar_color: v.optional(described(color, 'The colour behind the initial, as `#rrggbb`')),
  appearance: v.optional(
    described(
      jsonObject({
        font_override: v.optional(
          v.nullable(
            v.pipe(
              v.string(),
              v.trim(),
              v.description('`id` of a font: see `listThemes`'),
              v.transform((font) => font || null),
            ),
          ),
        ),
        accent: v.optional(
          v.nullable(
            described(color, 'The colour of buttons in place of the theme\u2019s; null for the theme\u2019s'),
          ),
        ),
      }),
      'What differs from the theme',
    ),
  ),
  settings: v.optional(described(settings, 'Each member is set by itself: what is left out keeps its value')),
};

/** A body with some of the members of a page. */
export const pageBody = jsonObject(pageFields);

export type PageBody = v.InferOutput<typeof pageBody>;

/** Members that only answers have. */
export const READ_ONLY_FIELDS = [
  'id',
  'revision',
  'public_url',
  'disabled',
  'verified',
  'has_password',
  'created_at',
  'updated_at',
];

/** Members that operations of their own set (G66). */
export const SET_ELSEWHERE = { status: 'setPageStatus', blocks: 'createBlock' };
