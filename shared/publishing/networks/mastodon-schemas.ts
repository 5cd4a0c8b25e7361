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
