import { MESSAGING_CHANNELS, type MessagingChannel } from '#shared/events/catalogue/channels.ts';

/**
 * Where a conversation takes place: a channel, or the sandbox. The sandbox is no channel, so its events reach subscriptions to `all`
 * only.
 */
export const MESSAGE_PLATFORMS = [...MESSAGING_CHANNELS, 'sandbox'] as const;

export type MessagePlatform = (typeof MESSAGE_PLATFORMS)[number];

/** The platforms on which the platform itself sends messages. */
export const OWN_PLATFORMS = ['sms', 'whatsapp', 'sandbox'] as const satisfies readonly MessagePlatform[];

export type OwnPlatform = (typeof OWN_PLATFORMS)[number];

/** The channels on which an engine sends: it claims queued messages and reports their results. */
export const ENGINE_PLATFORMS = [
  'facebook',
  'instagram',
  'tiktok',
] as const satisfies readonly MessagePlatform[];

export type EnginePlatform = (typeof ENGINE_PLATFORMS)[number];

/** Whether the platform itself sends the messages of a conversation. */
export function isOwnPlatform(platform: MessagePlatform): platform is OwnPlatform {
  return OWN_PLATFORMS.some((each) => each === platform);
}

/** Whether an engine sends the messages of a conversation. */
export function isEnginePlatform(platform: MessagePlatform): platform is EnginePlatform {
  return ENGINE_PLATFORMS.some((each) => each === platform);
}

/** The channel of a platform; undefined for the sandbox. */
export function channelOf(platform: MessagePlatform): MessagingChannel | undefined {
  return platform === 'sandbox' ? undefined : platform;
}
