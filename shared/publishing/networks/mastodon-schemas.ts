import * as v from 'valibot';

/** Ids are stored in our records and used in URLs. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[\w-]+$/u));

/** The fields we read from a CredentialAccount. */
export const accountSchema = v.object({
  acct: v.pipe(v.string(), v.nonEmpty()),
  display_name: v.nullish(v.string(), null),
  avatar: v.nullish(v.string(), null),
});

/** The fields we read from a MediaAttachment. */
export const mediaSchema = v.object({ id });

/** The fields we read from a Status. */
export const statusSchema = v.object({
  id,
  url: v.nullish(v.string(), null),
  uri: v.nullish(v.string(), null),
});

/** Error responses of Mastodon. A page of a proxy does not match. */
export const errorSchema = v.object({ error: v.string() });
