import type { Channel } from '#shared/events/catalogue/channels.ts';
import { type OwnPlatform, channelOf } from '#shared/messaging/domain/message-platform.ts';
import type { EMITTED_EVENTS } from '#shared/messaging/domain/message.ts';
import type { QuietHours } from './quiet-hours.ts';

/** Who sends a broadcast: an engine, or the platform. */
export const SENDERS = ['external', 'platform'] as const;

export type Sender = (typeof SENDERS)[number];

/** How the platform sends a broadcast (docs/specification/broadcasts.md#platform-broadcasts). */
export type Sending = {
  readonly platform: OwnPlatform;
  /** The number to send from; null before the start, for the only verified number of the platform. */
  readonly phoneNumberId: string | null;
  /** The limit of the broadcast; null for the quota of the number. */
  readonly ratePerSecond: number | null;
  readonly quietHours: QuietHours | null;
  /** In units of `price.ts`; null for none. */
  readonly budget: number | null;
  readonly messageEvents: (typeof EMITTED_EVENTS)[number];
  /** Of a message of the type `template`, whose name is the body; null for other types. */
  readonly template: { readonly language: string; readonly parameters: readonly string[] } | null;
  /** The file of an image, a video or a document; null for other types. */
  readonly mediaId: string | null;
};

/** The channel of the events of a broadcast on a platform. The sandbox is no channel. */
export function channelOfSending({ platform }: Pick<Sending, 'platform'>): Channel {
  return channelOf(platform) ?? 'all';
}
