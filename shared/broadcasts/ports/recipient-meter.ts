import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { MessagePlatform } from '#shared/messaging/domain/message-platform.ts';

/** Counts the cost of messages and their results, from the changes of recipients. */
export type RecipientMeter = {
  /** Counts a change that was stored. */
  changed(before: Recipient, after: Recipient, platform: MessagePlatform): void;
};
