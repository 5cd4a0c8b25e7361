import * as messagingErrors from '#shared/messaging/errors.ts';
import { ValidationError } from '#shared/platform/core/errors.ts';
import type { MessagePlatform } from './message-platform.ts';
import { MEDIA_TYPES, type MediaType } from './message.ts';
import { excessOf, shorterText, textLimitOf } from './text-limit.ts';

/** The field of a request that has the content of the message. */
type ContentField = 'text' | 'template' | 'media';

/** The kinds of content that each platform accepts (docs/specification/messaging.md#content-of-messages). */
const FIELDS: Readonly<Record<MessagePlatform, readonly ContentField[]>> = {
  sms: ['text'],
  whatsapp: ['text', 'media', 'template'],
  sandbox: ['text', 'media', 'template'],
  facebook: ['text', 'media'],
  instagram: ['text', 'media'],
  tiktok: ['text'],
};

/** Limits of messages on every platform, in code points. The parameters of a template together have at most the length of a text. */
export const MESSAGE_LIMITS = {
  text: 4096,
  caption: 1024,
  templateName: 512,
  parameters: 20,
  parameter: 1024,
} as const;

/** Files that WhatsApp accepts, with the maximum size of each in bytes. It rejects others after they were uploaded. */
const WHATSAPP_FILES: Readonly<Record<string, number>> = {
  'image/jpeg': 5_000_000,
  'image/png': 5_000_000,
  'video/mp4': 16_000_000,
};

/** The kind of message that contains a file. */
export function mediaTypeOf(contentType: string): MediaType {
  return MEDIA_TYPES.find((type) => contentType.startsWith(`${type}/`)) ?? 'document';
}

/** Requires that the platform accepts content of this kind. @throws ValidationError `message_type_unsupported` */
export function requireSupported(platform: MessagePlatform, field: ContentField): void {
  const fields = FIELDS[platform];
  if (fields.includes(field)) return;
  const detail = `Messages on ${platform} have only ${fields.join(' or ')}. Send one of these fields.`;
  throw new ValidationError([
    { pointer: `#/${field}`, ...messagingErrors.message_type_unsupported(), detail },
  ]);
}

/** Requires that the platform accepts a text of this length. @throws ValidationError `too_long` */
export function requireShortText(platform: MessagePlatform, text: string): void {
  const limit = textLimitOf(platform);
  if (excessOf(text, limit) <= 0) return;
  const detail = shorterText(limit, `on ${platform}`);
  throw new ValidationError([{ pointer: '#/text', code: 'too_long', detail }]);
}

/** Requires that WhatsApp accepts a file. Engines know the rules of their own channels. @throws ValidationError `message_type_unsupported` */
export function requireSupportedFile(
  platform: MessagePlatform,
  { mimeType, size }: { readonly mimeType: string; readonly size: number },
): void {
  if (platform !== 'whatsapp' || size <= (WHATSAPP_FILES[mimeType] ?? 0)) return;
  const detail =
    'WhatsApp accepts images as JPEG or PNG up to 5 MB, and videos as MP4 up to 16 MB. Send such a file.';
  throw new ValidationError([
    { pointer: '#/media/id', ...messagingErrors.message_type_unsupported(), detail },
  ]);
}
