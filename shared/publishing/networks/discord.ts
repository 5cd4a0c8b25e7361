import { createHash, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { cutText } from '#shared/platform/core/text.ts';
import { discordOptions } from '#shared/publishing/domain/network-options.ts';
import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { PublishingProvider, PublishRequest } from '#shared/publishing/ports/publishing-provider.ts';
import { type DiscordBot, type DiscordDependencies, openBot } from './discord-bot.ts';
import { channelSchema, errorSchema, messageSchema, userSchema } from './discord-schemas.ts';
import { type FormFile, multipartBody, uploadFileName } from './multipart-body.ts';
import { UPLOAD_MS } from './network-call.ts';
import type { NetworkCall } from './network-call.ts';
import { publishThread, readMedia } from './publish-thread.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError, unauthorisedError } from './publishing-stop.ts';
import { readOptions } from './read-options.ts';
import { removeBy } from './remove-by.ts';
import { toProfile, verifyBy } from './verify.ts';

/**
 * Discord looks for an equal nonce among the messages of "the past few minutes". A few are at least three: a repetition starts
 * within two minutes of the first attempt, and its upload takes at most one.
 */
const NONCE_TRUSTED_MS = 2 * 60 * 1000;
const FORGOTTEN =
  'An earlier attempt may have published the post, more than 2 minutes ago. Discord can no longer detect a duplicate. Check ' +
  'the channel, and publish the post again only if it is missing there.';

/** Types of channels in which a bot sends messages: texts, voice, announcements and threads. */
const MESSAGE_CHANNELS: ReadonlySet<number> = new Set([0, 2, 5, 10, 11, 12, 13]);
/** Maximum length of an alternative text in UTF-16 code units. */
const MAX_DESCRIPTION = 1024;
/** Maximum length of a nonce. */
const NONCE_LENGTH = 24;
const SUPPRESS_EMBEDS = 1 << 2;
const SUPPRESS_NOTIFICATIONS = 1 << 12;

/**
 * Publishes to a channel of a Discord server with a bot. Each message has a nonce that is derived from the run, and Discord
 * returns the existing message for a nonce that it knows (docs/specification/publishing.md#unknown-outcome).
 */
export function createDiscordProvider(dependencies: DiscordDependencies): PublishingProvider {
  const { clock } = dependencies;
  return {
    name: 'discord',
    deduplicationMs: NONCE_TRUSTED_MS,
    async verify(credentials) {
      const bot = openBot(dependencies, credentials);
      return verifyBy(async () => {
        const me = { method: 'GET', url: bot.url('/users/@me'), headers: bot.headers } as const;
        const [channel, user] = await Promise.all([readChannel(bot), bot.network.call(me, userSchema)]);
        if (channel.guild_id === undefined || !MESSAGE_CHANNELS.has(channel.type))
          throw unauthorisedError('The channel has no messages. Use a text channel of a server.');
        return toProfile(channel.id, channel.name === null ? null : `#${channel.name}`, null, {
          id: `${user.id}/${channel.id}`,
        });
      });
    },
    async publish(request) {
      const bot = openBot(dependencies, request.credentials);
      let guild: string | undefined;
      return publishThread(request, async (item, index, before) => {
        const options = readOptions(discordOptions, request, 'Discord');
        guild ??= (await readChannel(bot)).guild_id ?? '@me';
        const call = await toCall(bot, item, {
          nonce: nonceOf(request.key, index),
          enforce_nonce: true,
          ...replyTo(before.at(-1)),
          ...settingsOf(options),
        });
        if (index === request.done.length) checkWindow(request);
        const { id } = await bot.network.call(call, messageSchema);
        return { id, url: `https://discord.com/channels/${guild}/${bot.channelId}/${id}` };
      });
    },
    async remove({ credentials, remote }) {
      const bot = openBot(dependencies, credentials);
      const url = bot.url(`/channels/${bot.channelId}/messages/${remote.id}`);
      const call = { method: 'DELETE', url, headers: bot.headers } as const;
      return removeBy(async () => {
        const response = await bot.network.send(call);
        if (response.status === 204 || isGone(response.text)) return;
        bot.network.read(response, call, v.never());
      });
    },
  };

  /** Right before the request, because reading the files takes time too. @throws PublishingStopError */
  function checkWindow({ unknownSince }: PublishRequest): void {
    if (unknownSince !== null && clock().getTime() - unknownSince.getTime() > NONCE_TRUSTED_MS)
      throw finalError('outcome_unknown', FORGOTTEN);
  }
}

/** Whether the message, or the channel with all its messages, no longer exists. */
function isGone(text: string): boolean {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), errorSchema), text);
  return parsed.success && [10_003, 10_008].includes(parsed.output.code);
}

function readChannel(bot: DiscordBot) {
  const call = { method: 'GET', url: bot.url(`/channels/${bot.channelId}`), headers: bot.headers } as const;
  return bot.network.call(call, channelSchema);
}

/** Depends only on the run and the item, so that a repetition has the same nonce. */
function nonceOf(key: string, index: number): string {
  return createHash('sha256').update(`${key}:${index}`).digest('base64url').slice(0, NONCE_LENGTH);
}

async function toCall(bot: DiscordBot, item: ThreadItem, settings: object): Promise<NetworkCall> {
  const content = outgoingText(item);
  const files: FormFile[] = [];
  const attachments: unknown[] = [];
  for (const [id, media] of item.media.entries()) {
    const filename = uploadFileName(media);
    const bytes = await readMedia(media);
    files.push({ name: `files[${id}]`, fileName: filename, mimeType: media.mimeType, bytes });
    const description =
      media.altText === null ? undefined : cutText(media.altText, MAX_DESCRIPTION, 'utf-16');
    attachments.push({ id, filename, ...(description === undefined ? {} : { description }) });
  }
  const json = JSON.stringify({
    ...(content === '' ? {} : { content }),
    ...settings,
    ...(files.length === 0 ? {} : { attachments }),
  });
  const call = {
    method: 'POST',
    url: bot.url(`/channels/${bot.channelId}/messages`),
    posts: true,
  } as const;
  if (files.length === 0) {
    const headers = { ...bot.headers, 'content-type': 'application/json' };
    return { ...call, headers, body: [new TextEncoder().encode(json)] };
  }
  const { contentType, body } = multipartBody({ payload_json: json }, files, randomUUID());
  const headers = { ...bot.headers, 'content-type': contentType };
  return { ...call, headers, body, deadlineMs: UPLOAD_MS };
}

function replyTo(last: RemotePost | undefined) {
  return last === undefined ? {} : { message_reference: { message_id: last.id } };
}

type Options = v.InferOutput<typeof discordOptions>;

/** Without `parse`, Discord would notify everyone that the text mentions. */
function settingsOf({ allowed_mentions, suppress_embeds, suppress_notifications }: Options) {
  const flags =
    (suppress_embeds === true ? SUPPRESS_EMBEDS : 0) +
    (suppress_notifications === true ? SUPPRESS_NOTIFICATIONS : 0);
  return {
    allowed_mentions: { parse: allowed_mentions ?? [], replied_user: false },
    ...(flags === 0 ? {} : { flags }),
  };
}
