import * as v from 'valibot';
import { jsonObject } from '#shared/domain/json-object.ts';
import { hasSlugCharacters, isReservedSlug, normaliseSlug, SLUG_LIMIT } from '#shared/domain/pages/slug.ts';
import { webUrlProblem } from '#shared/domain/pages/web-url.ts';
import { exactLine, multiLine, singleLine } from '#shared/http/text-field.ts';

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
      description: 'Id of a connected domain; nothing is the default one',
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
    password: v.optional(password),
    clear_password: v.optional(v.pipe(v.boolean(), v.description('True removes the password'))),
    sensitive: v.optional(v.boolean()),
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
    jsonObject({
      title: resettable(singleLine(0, 120)),
      description: resettable(multiLine(0, 320)),
      image: resettable(image),
      noindex: v.optional(v.boolean()),
    }),
  ),
  protection: v.optional(protection),
  utm: v.optional(
    jsonObject({
      source: resettable(singleLine(0, 128)),
      medium: resettable(singleLine(0, 128)),
      campaign: resettable(singleLine(0, 128)),
    }),
  ),
  pixels: v.optional(
    v.pipe(
      v.array(uuid),
      v.check((ids) => new Set(ids).size <= MAX_PIXELS, `too_many_items: Use at most ${MAX_PIXELS} pixels.`),
      v.description(`Ids of pixels, ${MAX_PIXELS} at most; replaces the list`),
    ),
  ),
});

/** Settable members of a page (specification, Update a bio-link page), each of which may be left out. */
export const pageFields = {
  title: v.optional(singleLine(0, 120)),
  slug: v.optional(slug),
  domain: v.optional(domain),
  handle: v.optional(singleLine(0, 120)),
  tagline: v.optional(multiLine(0, 280)),
  theme: v.optional(v.pipe(v.string(), v.trim(), v.description('`id` of a theme: see `listThemes`'))),
  hide_branding: v.optional(v.boolean()),
  avatar_color: v.optional(color),
  appearance: v.optional(
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
      accent: v.optional(v.nullable(color)),
    }),
  ),
  settings: v.optional(settings),
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
