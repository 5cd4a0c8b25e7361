import { CHANNELS, type Channel } from '#shared/platform/core/channels.ts';

/** Which channels a subscription to an event may name (G82 to G84). */
export type ChannelRules = {
  /** Allowed, always with `all`. */
  readonly channels: readonly Channel[];
  /** Allowed, but the channel reports the event only sometimes: answered with a warning. */
  readonly limitedChannels: readonly Channel[];
  /** Known channels that never report the event: refused as `channel_status_unsupported`. */
  readonly unsupportedChannels: readonly Channel[];
};

/** Events that happen on some channel: most of `salesbot.*` (R21). */
export const ANY_CHANNEL: ChannelRules = { channels: CHANNELS, limitedChannels: [], unsupportedChannels: [] };

/** Events without a channel of their own: `publishing.*`, inventory and stock (G82, R21). */
export const ONLY_ALL: ChannelRules = { channels: ['all'], limitedChannels: [], unsupportedChannels: [] };
