/** The two products whose events can be subscribed to. */
export const PRODUCTS = ['publishing', 'salesbot'] as const;

/** A product whose events can be subscribed to. */
export type Product = (typeof PRODUCTS)[number];

/** Channels of subscriptions; `all` means every channel. The order is stored as bit positions, so only append. */
export const CHANNELS = ['all', 'whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'] as const;

/** The channel that a subscription is limited to. */
export type Channel = (typeof CHANNELS)[number];

/** The channel of a message, never `all`. */
export type MessagingChannel = Exclude<Channel, 'all'>;

/** The five channels that `all` includes. */
export const MESSAGING_CHANNELS = CHANNELS.filter((channel) => channel !== 'all');

/** Whether a value is one of the six channel names, exactly as written. */
export function isChannel(text: unknown): text is Channel {
  return CHANNELS.some((channel) => channel === text);
}
