import { outgoingText } from '#shared/publishing/domain/outgoing-text.ts';
import type { RemotePost } from '#shared/publishing/domain/publish-result.ts';
import type { OutgoingMedia } from '#shared/publishing/ports/publishing-provider.ts';
import { type FormFile, uploadFileName } from './multipart-body.ts';
import { readMedia } from './publish-thread.ts';
import type { ThreadItem } from './publish-thread.ts';
import { finalError } from './publishing-stop.ts';
import type { TelegramBot } from './telegram-bot.ts';
import { albumSchema, messageSchema } from './telegram-schemas.ts';

type Settings = Readonly<Record<string, unknown>>;
type FileKind = 'photo' | 'video' | 'animation';

const METHODS: Readonly<Record<FileKind, string>> = {
  photo: 'sendPhoto',
  video: 'sendVideo',
  animation: 'sendAnimation',
};

/** Sends an item as a text, a photo, video or animation with a caption, or an album. @throws PublishingStopError */
export async function sendItem(
  bot: TelegramBot,
  item: ThreadItem,
  settings: Settings,
  linkPreview: boolean,
): Promise<RemotePost> {
  const text = outgoingText(item);
  const [first, ...others] = item.media;
  if (first === undefined) {
    const fields = { ...settings, text, link_preview_options: previewOf(item, linkPreview) };
    return toRemote([await bot.call('sendMessage', fields, messageSchema, { posts: true })]);
  }
  const caption = text === '' ? {} : { caption: text };
  if (others.length === 0) {
    const kind = kindOf(first);
    const files = [await toFile(first, kind)];
    const fields = { ...settings, ...caption };
    return toRemote([await bot.call(METHODS[kind], fields, messageSchema, { files, posts: true })]);
  }
  const files: FormFile[] = [];
  const media: unknown[] = [];
  for (const [index, file] of item.media.entries()) {
    const type = kindOf(file);
    if (type === 'animation')
      throw finalError(
        'media_unsupported',
        `Telegram albums cannot contain GIFs. Remove the GIF ${file.id}, or send it as the only file.`,
      );
    const name = `file${index}`;
    files.push(await toFile(file, name));
    // The caption of the first file is shown below the album.
    media.push({ type, media: `attach://${name}`, ...(index === 0 ? caption : {}) });
  }
  return toRemote(
    await bot.call('sendMediaGroup', { ...settings, media }, albumSchema, { files, posts: true }),
  );
}

/** The chat and the messages of a published item. An album has several messages. */
export function readRemote({ id }: RemotePost): {
  readonly chat: number;
  readonly messages: readonly number[];
} {
  const [chat = '', messages = ''] = id.split(':');
  return { chat: Number(chat), messages: messages.split(',').map(Number) };
}

type Sent = {
  readonly message_id: number;
  readonly chat: { readonly id: number; readonly username?: string | undefined };
};

function toRemote(messages: readonly Sent[]): RemotePost {
  const [first] = messages;
  if (first === undefined) throw new TypeError('Telegram returned no message');
  const { chat, message_id } = first;
  const id = `${chat.id}:${messages.map((message) => message.message_id).join(',')}`;
  if (chat.username !== undefined) return { id, url: `https://t.me/${chat.username}/${message_id}` };
  // Members of a private channel or supergroup open its messages by the id without the prefix -100.
  const [, internal] = /^-100(\d+)$/u.exec(String(chat.id)) ?? [];
  return { id, url: internal === undefined ? null : `https://t.me/c/${internal}/${message_id}` };
}

function previewOf({ url }: ThreadItem, linkPreview: boolean): unknown {
  if (!linkPreview) return { is_disabled: true };
  return url === null ? undefined : { url };
}

function kindOf({ id, mimeType }: OutgoingMedia): FileKind {
  if (mimeType === 'image/gif') return 'animation';
  if (mimeType.startsWith('image/')) return 'photo';
  if (mimeType === 'video/mp4') return 'video';
  throw finalError(
    'media_unsupported',
    `Telegram supports only videos in MP4. Replace the file ${id}, which is ${mimeType}.`,
  );
}

async function toFile(media: OutgoingMedia, name: string): Promise<FormFile> {
  const { mimeType } = media;
  return { name, fileName: uploadFileName(media), mimeType, bytes: await readMedia(media) };
}
