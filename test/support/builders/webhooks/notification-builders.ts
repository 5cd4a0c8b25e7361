import { randomUUID } from 'node:crypto';
import { newId } from '#shared/platform/runtime/ids.ts';
import {
  newNotification,
  type Notification,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/builders.ts';

/** A target of signed requests that is notified about every condition. */
export function aNotificationTarget(overrides: Partial<NotificationTarget> = {}): NotificationTarget {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    name: 'On call',
    destination: { kind: 'https', url: 'https://hooks.example.com/notify', sealed: 'c2VhbGVk', hint: 'x9Qk' },
    conditions: ['first_final_failure', 'attempts_exhausted', 'breaker_opened', 'breaker_closed'],
    exhaustedAfter: 3,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

/** A notification about a failed delivery, whose first attempt is claimed for a minute. */
export function aNotification(overrides: Partial<Notification> = {}): Notification {
  const subject = {
    cause: 'first_final_failure',
    endpointId: randomUUID(),
    observedAt: NOW,
    deliveryId: randomUUID(),
    exhausted: null,
  } as const;
  const target = aNotificationTarget();
  return { ...newNotification(newId(NOW), target, subject, NOW, secondsAfterNow(60)), ...overrides };
}
