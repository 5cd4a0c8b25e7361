import * as v from 'valibot';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The fields we read from a user with `context=edit`. PHP writes an empty map as `[]`. */
export const userSchema = v.object({
  id: v.fallback(v.nullish(id, null), null),
  username: v.pipe(v.string(), v.nonEmpty()),
  name: v.optional(v.string(), ''),
  avatar_urls: v.optional(v.union([v.record(v.string(), v.string()), v.array(v.unknown())]), {}),
  capabilities: v.union([v.record(v.string(), v.unknown()), v.array(v.unknown())]),
});

/** The fields we read from a category or a tag. */
export const termSchema = v.object({ id });

/** The fields we read from a post. */
export const postSchema = v.object({ id, slug: v.string(), status: v.string(), link: v.string() });

/** The fields we read from a file of the media library. */
export const fileSchema = v.object({
  id,
  slug: v.string(),
  source_url: v.pipe(v.string(), v.nonEmpty()),
  alt_text: v.optional(v.string(), ''),
});

export type WordPressFile = v.InferOutput<typeof fileSchema>;

/**
 * Error responses of the REST API; `code` is stable. The error of a parameter is in `details`. A user who may not see drafts gets
 * `rest_invalid_param` for `status=any`, with the code `rest_forbidden_status` of the parameter.
 */
export const errorSchema = v.object({
  code: v.string(),
  message: v.optional(v.string(), ''),
  data: v.fallback(
    v.object({
      details: v.record(v.string(), v.object({ code: v.string(), message: v.optional(v.string(), '') })),
    }),
    { details: {} },
  ),
});
