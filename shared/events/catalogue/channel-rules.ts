import { CHANNELS, type Channel } from './channels.ts';

/** The channels that a subscription to an event accepts (docs/specification/webhooks.md#subscriptions). */
export type ChannelRules = {
  /** Accepted channels; always contains `all`. */
  readonly channels: readonly Channel[];
  /** Accepted, but the channel reports the event only for some messages: the response contains a warning. */
  readonly limitedChannels: readonly Channel[];
  /** Known channels that never report the event: rejected with `channel_status_unsupported`. */
  readonly unsupportedChannels: readonly Channel[];
};

/** Events that happen on a channel: most of `salesbot.*`. */
export const ANY_CHANNEL: ChannelRules = { channels: CHANNELS, limitedChannels: [], unsupportedChannels: [] };

/** Events without a channel: `publishing.*`, inventory and stock. */
export const ONLY_ALL: ChannelRules = { channels: ['all'], limitedChannels: [], unsupportedChannels: [] };
