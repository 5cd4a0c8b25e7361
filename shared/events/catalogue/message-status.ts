import type { ChannelRules } from './channel-rules.ts';
import { MESSAGING_CHANNELS, type MessagingChannel } from './channels.ts';

/** The statuses of an outgoing message that a channel may report. */
type MessageStatus = 'sent' | 'delivered' | 'read_or_seen' | 'failed';

type Support = 'yes' | 'limited' | 'no';

/** docs/specification/webhooks.md#channel-status-support, cell by cell. */
const MESSAGE_STATUS_BY_CHANNEL: Record<MessagingChannel, Record<MessageStatus, Support>> = {
  whatsapp: { sent: 'yes', delivered: 'yes', read_or_seen: 'limited', failed: 'yes' },
  facebook: { sent: 'yes', delivered: 'yes', read_or_seen: 'yes', failed: 'yes' },
  instagram: { sent: 'yes', delivered: 'no', read_or_seen: 'yes', failed: 'yes' },
  sms: { sent: 'yes', delivered: 'limited', read_or_seen: 'no', failed: 'yes' },
  tiktok: { sent: 'no', delivered: 'no', read_or_seen: 'no', failed: 'no' },
};

/** Channel rules of the event that reports `status`. A channel with limited support is accepted. */
export function channelsReporting(status: MessageStatus): ChannelRules {
  const having = (...support: Support[]) =>
    MESSAGING_CHANNELS.filter((channel) => support.includes(MESSAGE_STATUS_BY_CHANNEL[channel][status]));

  return {
    channels: ['all', ...having('yes', 'limited')],
    limitedChannels: having('limited'),
    unsupportedChannels: having('no'),
  };
}
