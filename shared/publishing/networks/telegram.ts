import { telegramOptions } from '#shared/publishing/domain/network-options.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { PublishingProvider } from '#shared/publishing/ports/publishing-provider.ts';
import { publishThread } from './publish-thread.ts';
import { finalError, toResult, unauthorisedError } from './publishing-stop.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { openBot, type TelegramDependencies } from './telegram-bot.ts';
import { readRemote, sendItem } from './telegram-message.ts';
import { chatSchema, memberSchema, userSchema } from './telegram-schemas.ts';
import type { Chat, Member } from './telegram-schemas.ts';
import { toProfile, verifyBy } from './verify.ts';

const UNKNOWN =
  'Telegram may have published the post, and cannot detect a duplicate. Check the chat, and publish the post again only ' +
  'if it is missing there.';

/**
 * Publishes to a Telegram chat with a bot. The Bot API has no idempotency keys and does not return messages that were sent, so
 * an attempt with an unknown outcome is never repeated (docs/specification/publishing.md#unknown-outcome).
 */
export function createTelegramProvider(dependencies: TelegramDependencies): PublishingProvider {
  return {
    name: 'telegram',
    deduplicationMs: 0,
    async verify(credentials) {
      const bot = openBot(dependencies, credentials);
      return verifyBy(async () => {
        const [user, chat] = await Promise.all([
          bot.ask('getMe', userSchema),
          bot.call('getChat', {}, chatSchema),
        ]);
        if (chat.type !== 'private') {
          const member = await bot.call('getChatMember', { user_id: user.id }, memberSchema);
          if (!mayPost(chat, member)) throw unauthorisedError(missingRight(chat));
        }
        const name = chat.title ?? chat.first_name ?? null;
        const username = chat.username === undefined ? String(chat.id) : `@${chat.username}`;
        return toProfile(username, name, null, { id: `${user.id}/${chat.id}` });
      });
    },
    async publish(request) {
      const { done, items, unknownSince } = request;
      if (unknownSince !== null && done.length < items.length)
        return toResult(finalError('outcome_unknown', UNKNOWN), done);
      const bot = openBot(dependencies, request.credentials);
      return publishThread(request, async (item, _, before) => {
        const { link_preview, ...options } = readOptions(telegramOptions, request, 'Telegram');
        const settings = { ...set(options), ...replyTo(before.at(-1)) };
        return sendItem(bot, item, settings, link_preview ?? true);
      });
    },
    async remove({ credentials, remote }) {
      const bot = openBot(dependencies, credentials);
      const { chat, messages } = readRemote(remote);
      return removeBy(async () => {
        for (const message of messages) await bot.deleteMessage(chat, message);
      });
    },
  };
}

/** In a channel only administrators post; in a group every member who is not restricted. */
function mayPost({ type }: Chat, { status, can_post_messages, can_send_messages }: Member): boolean {
  if (status === 'creator') return true;
  if (type === 'channel') return status === 'administrator' && can_post_messages;
  return status === 'administrator' || status === 'member' || (status === 'restricted' && can_send_messages);
}

function missingRight({ type }: Chat): string {
  return type === 'channel'
    ? 'The bot may not post in the channel. Make it an administrator who can post messages.'
    : 'The bot may not post in the group. Add it to the group, and allow it to send messages.';
}

function replyTo(last: RemotePost | undefined) {
  if (last === undefined) return {};
  const [message_id] = readRemote(last).messages;
  return { reply_parameters: { message_id } };
}

/** The options with a value. */
function set(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null));
}
