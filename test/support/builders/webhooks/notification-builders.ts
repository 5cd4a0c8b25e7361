import { randomUUID } from 'node:crypto';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { MailTarget } from '#shared/webhooks/domain/mail-consent.ts';
import {
  newNotification,
  type Notification,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';

/** A target of signed requests that is notified about every condition. */
export function aNotificationTarget(overrides: Partial<NotificationTarget> = {}): NotificationTarget {
  return {
    id: newId(NOW),
    workspaceId: randomUUID(),
    name: 'On call',
    destination: {
      kind: 'https',
      url: 'https://hooks.example.com/notify',
      sealed: 'c2VhbGVk',
      hint: 'x9Qk',
      previous: null,
    },
    conditions: ['first_final_failure', 'attempts_exhausted', 'breaker_opened', 'breaker_closed'],
    exhaustedAfter: 3,
    revision: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...overrides,
  };
}

/** A target with an email address of its own, whose owner was asked for a confirmation. */
export function aMailTarget({
  email = `${randomUUID()}@example.com`,
  workspaceId = randomUUID(),
}: {
  readonly email?: string;
  readonly workspaceId?: string;
} = {}): MailTarget {
  const expiresAt = secondsAfterNow(3600).getTime();
  const link = { sealed: 'c2VhbGVk', hash: 'aGFzaA' };
  const destination = {
    kind: 'email',
    email,
    origin: 'https://api.example.com',
    state: 'pending_confirmation',
    unsubscribe: link,
    confirmation: { ...link, id: newId(NOW), expiresAt },
  } as const;
  return { ...aNotificationTarget({ workspaceId }), destination };
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
