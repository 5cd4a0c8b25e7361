/** The two products whose events can be subscribed to. */
export const PRODUCTS = ['publishing', 'salesbot'] as const;

export type Product = (typeof PRODUCTS)[number];

/** Channels a subscription can name; `all` stands for every one. The order is stored (bit positions): only append. */
export const CHANNELS = ['all', 'whatsapp', 'facebook', 'instagram', 'sms', 'tiktok'] as const;

/** What a subscription is limited to (specification, Messaging events). */
export type Channel = (typeof CHANNELS)[number];

/** Channel a message really travels on, so never `all`. */
export type MessagingChannel = Exclude<Channel, 'all'>;

/** The five channels behind `all`. */
export const MESSAGING_CHANNELS = CHANNELS.filter((channel) => channel !== 'all');

/** True for one of the six known words, exactly as written. */
export function isChannel(text: unknown): text is Channel {
  return CHANNELS.some((channel) => channel === text);
}
