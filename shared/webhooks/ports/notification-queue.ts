import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';

/** The queue of observations and of attempts at notifications, fair by workspace. */
export type NotificationQueue = {
  /** `delaySeconds` is at most 900. */
  send(message: NotificationMessage, delaySeconds?: number): Promise<void>;
};
