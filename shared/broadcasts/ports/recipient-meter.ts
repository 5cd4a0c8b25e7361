import type { Recipient } from '#shared/broadcasts/domain/recipient.ts';
import type { MessagePlatform } from '#shared/messaging/domain/message-platform.ts';

/** Counts what the changes of recipients cost, and what came of their messages. */
export interface RecipientMeter {
  /** Counts a change that was stored. */
  changed(before: Recipient, after: Recipient, platform: MessagePlatform): void;
}
