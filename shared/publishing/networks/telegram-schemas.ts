import * as v from 'valibot';

/** Ids of chats and users have at most 52 significant bits. */
const id = v.pipe(v.number(), v.safeInteger());
const messageId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
/** The public name of a chat or user, without `@`. It becomes part of a URL. */
const username = v.optional(v.pipe(v.string(), v.regex(/^\w{1,64}$/u)));

/** The fields we read from a User. */
export const userSchema = v.object({ id, username });

/** The fields we read from a Chat. */
export const chatSchema = v.object({
  id,
  type: v.picklist(['private', 'group', 'supergroup', 'channel']),
  title: v.optional(v.string()),
  first_name: v.optional(v.string()),
  username,
});

export type Chat = v.InferOutput<typeof chatSchema>;

/** The fields we read from a ChatMember. */
export const memberSchema = v.object({
  status: v.string(),
  can_post_messages: v.optional(v.boolean(), false),
  can_send_messages: v.optional(v.boolean(), false),
});

export type Member = v.InferOutput<typeof memberSchema>;

/** The fields we read from a Message. */
export const messageSchema = v.object({ message_id: messageId, chat: v.object({ id, username }) });

/** The messages of an album. */
export const albumSchema = v.pipe(v.array(messageSchema), v.minLength(1));

/** The error response of every method. */
export const errorSchema = v.object({
  ok: v.literal(false),
  description: v.string(),
  parameters: v.optional(
    v.object({
      retry_after: v.optional(v.pipe(v.number(), v.minValue(0))),
      migrate_to_chat_id: v.optional(id),
    }),
    {},
  ),
});
