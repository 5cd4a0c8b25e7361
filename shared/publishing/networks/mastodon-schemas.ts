import * as v from 'valibot';

/** Ids are stored in our records and used in URLs. */
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[\w-]+$/u));

/** The fields we read from a CredentialAccount. */
export const accountSchema = v.object({
  id: v.fallback(v.nullish(id, null), null),
  acct: v.pipe(v.string(), v.nonEmpty()),
  display_name: v.nullish(v.string(), null),
  avatar: v.nullish(v.string(), null),
  /** Only the owner of the account sees it. */
  source: v.fallback(v.nullish(v.object({ privacy: v.nullish(v.string(), null) }), null), null),
});

/** The fields we read from a MediaAttachment. */
export const mediaSchema = v.object({ id });

/** The fields we read from a Status. */
export const statusSchema = v.object({
  id,
  url: v.nullish(v.string(), null),
  uri: v.nullish(v.string(), null),
});

/** The fields we read from statuses in a list. Servers differ in what is absent. */
export const statusesSchema = v.array(
  v.object({
    id,
    created_at: v.string(),
    in_reply_to_id: v.nullish(v.string(), null),
    visibility: v.nullish(v.string(), null),
    spoiler_text: v.nullish(v.string(), ''),
    content: v.nullish(v.string(), ''),
    media_attachments: v.nullish(v.array(v.unknown()), []),
    url: v.nullish(v.string(), null),
    uri: v.nullish(v.string(), null),
  }),
);

export type ListedStatus = v.InferOutput<typeof statusesSchema>[number];

/** The fields we read from NodeInfo 2.0. */
export const nodeInfoSchema = v.object({
  software: v.object({ name: v.pipe(v.string(), v.regex(/^[\w.-]{1,64}$/u)) }),
});

const limit = v.fallback(v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(1)), null), null);

/** The limits we read from an Instance, of version 2 or 1. `max_toot_chars` is the one of Pleroma. */
export const instanceSchema = v.object({
  max_toot_chars: limit,
  configuration: v.optional(
    v.object({
      statuses: v.optional(v.object({ max_characters: limit, max_media_attachments: limit })),
      media_attachments: v.optional(v.object({ image_size_limit: limit, video_size_limit: limit })),
    }),
  ),
});

/** Error responses of Mastodon. A page of a proxy does not match. */
export const errorSchema = v.object({ error: v.string() });
