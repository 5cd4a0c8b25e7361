import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';

export type MemoryNotificationQueue = NotificationQueue & {
  /** Everything sent so far, in order. */
  readonly sent: { readonly message: NotificationMessage; readonly delaySeconds: number }[];
  /** Makes every call fail until `repair`. */
  breakDown(): void;
  repair(): void;
};

/** A notification queue in memory. */
export function createMemoryNotificationQueue(): MemoryNotificationQueue {
  const sent: MemoryNotificationQueue['sent'] = [];
  let isDown = false;
  return {
    sent,
    async send(message, delaySeconds = 0) {
      if (isDown) throw new Error('The queue is down');
      sent.push({ message, delaySeconds });
    },
    breakDown() {
      isDown = true;
    },
    repair() {
      isDown = false;
    },
  };
}
