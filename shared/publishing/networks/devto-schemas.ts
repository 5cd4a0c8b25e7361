import * as v from 'valibot';

const id = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The fields we read from GET /api/users/me. */
export const userSchema = v.object({
  id: v.fallback(v.nullish(id, null), null),
  username: v.pipe(v.string(), v.nonEmpty()),
  name: v.nullish(v.string(), null),
  profile_image: v.nullish(v.string(), null),
});

/** The fields we read from an own article in a list. A draft has no `published_at`. */
export const listedSchema = v.object({
  id,
  published: v.boolean(),
  published_at: v.nullish(v.string(), null),
  url: v.nullish(v.string(), null),
  body_markdown: v.nullish(v.string(), ''),
});

export type ListedArticle = v.InferOutput<typeof listedSchema>;

/** The fields we read from an article that was created or changed. */
export const articleSchema = v.object({ id, url: v.nullish(v.string(), null) });

/** Error responses of Forem. A page of a firewall does not match. */
export const errorSchema = v.object({ error: v.string() });
