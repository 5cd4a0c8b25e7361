import * as v from 'valibot';

/** Ids are stored in our records and used in URLs. */
const snowflake = v.pipe(v.string(), v.regex(/^\d{1,20}$/u));

/** The fields we read from a User. */
export const userSchema = v.object({ id: snowflake, username: v.string() });

/** The fields we read from a Channel. */
export const channelSchema = v.object({
  id: snowflake,
  type: v.number(),
  name: v.nullish(v.string(), null),
  guild_id: v.optional(snowflake),
});

/** The fields we read from a Message. */
export const messageSchema = v.object({ id: snowflake });

/** Error responses. Those of an invalid form have the errors of each field, nested like the fields. */
export const errorSchema = v.object({
  code: v.optional(v.number(), 0),
  message: v.string(),
  errors: v.optional(v.unknown()),
  retry_after: v.optional(v.pipe(v.number(), v.minValue(0))),
});
