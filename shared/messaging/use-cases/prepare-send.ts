import type { MediaReader } from '#shared/files/ports/media-store.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import type { OwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import { channelOf, isOwnPlatform } from '#shared/messaging/domain/message-platform.ts';
import type { SentMessage } from '#shared/messaging/domain/message.ts';
import { dialledNumber } from '#shared/messaging/domain/phone-spellings.ts';
import type { MessageSender, OutgoingFile, SendRequest } from '#shared/messaging/ports/message-sender.ts';
import type { PhoneNumberReader } from '#shared/messaging/ports/phone-number-store.ts';

export type PrepareDependencies = {
  readonly numbers: Pick<PhoneNumberReader, 'find'>;
  readonly media: Pick<MediaReader, 'find'>;
  /** The senders of the stage. */
  readonly senders: Readonly<Partial<Record<OwnPlatform, MessageSender>>>;
};

/** Everything that a send needs except the claimed message. */
export type PreparedSend = { readonly sender: MessageSender; readonly request: Omit<SendRequest, 'message'> };

/** Why a message cannot be sent, as the error code of the message. */
export type Unsendable = { readonly errorCode: string };

/** Collects what a send needs. Everything here can have changed since the request that queued the message. */
export async function prepareSend(
  { numbers, media, senders }: PrepareDependencies,
  message: SentMessage,
  contact: Contact,
): Promise<PreparedSend | Unsendable> {
  const { platform, workspaceId, phoneNumberId } = message;
  if (!isOwnPlatform(platform)) return { errorCode: 'channel_not_available' };
  const channel = channelOf(platform);
  if (channel !== undefined && contact.optOuts.has(channel)) return { errorCode: 'opted_out' };
  if (contact.phone === null) return { errorCode: 'contact_unreachable' };
  const sender = senders[platform];
  if (!sender) return { errorCode: 'channel_not_available' };
  const from = phoneNumberId === null ? undefined : await numbers.find(workspaceId, phoneNumberId);
  if (from?.state !== 'verified' || from.platform !== platform)
    return { errorCode: 'phone_number_not_verified' };
  const file = await fileOf(media, message);
  if (file === undefined) return { errorCode: 'media_not_found' };
  return { sender, request: { from, to: dialledNumber(contact.phone), file } };
}

/** The file of a message; null if it has none, undefined if its file is no longer in the library. */
async function fileOf(
  media: Pick<MediaReader, 'find'>,
  { workspaceId, content }: SentMessage,
): Promise<OutgoingFile | null | undefined> {
  if (!('mediaId' in content)) return null;
  if (content.mediaId === null) return undefined;
  const found = await media.find(workspaceId, content.mediaId);
  if (found?.state !== 'ready') return undefined;
  return { key: found.objectKey, contentType: found.mimeType, fileName: found.name };
}
