import * as v from 'valibot';

/** Ids go into our records and into URLs. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[\w-]+$/u));

/** What we read of a CredentialAccount. */
export const accountSchema = v.object({
  acct: v.pipe(v.string(), v.nonEmpty()),
  display_name: v.nullish(v.string(), null),
  avatar: v.nullish(v.string(), null),
});

/** What we read of a MediaAttachment. */
export const mediaSchema = v.object({ id });

/** What we read of a Status. */
export const statusSchema = v.object({
  id,
  url: v.nullish(v.string(), null),
  uri: v.nullish(v.string(), null),
});

export const errorSchema = v.object({ error: v.string() });

/**
 * Options of a version for Mastodon. Strict where it matters: a misspelt visibility must not publish to everyone. Options
 * without a meaning here are passed over (G38).
 */
export const optionsSchema = v.object({
  visibility: v.nullish(v.picklist(['public', 'unlisted', 'private', 'direct'])),
  spoiler_text: v.nullish(v.string()),
  sensitive: v.nullish(v.boolean()),
  language: v.nullish(v.pipe(v.string(), v.regex(/^[a-z]{2,3}$/u))),
});
