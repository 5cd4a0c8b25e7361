import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { receivesNotifications } from '#shared/webhooks/domain/mail-consent.ts';
import { newNotification, type NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import { notificationView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly notificationTargets: Pick<NotificationTargets, 'find' | 'requestTest'> };

const TEST = { cause: 'test', endpointId: null, deliveryId: null, exhausted: null } as const;

/** Requests a test, which the stream passes on to the notification queue: this function cannot decrypt the secret of a target. */
export function createHandler({
  notificationTargets,
}: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),

    async handle({ resource: target, now, command }) {
      if (!receivesNotifications(target)) {
        const detail =
          'The owner of the address must confirm it first: repeat the confirmation mail, and open its link.';
        throw new PlatformError(webhooksErrors.confirmation_required, detail);
      }
      const id = newId(now);
      const test = newNotification(id, target, { ...TEST, observedAt: now }, now, now);
      const response = { status: 202, body: { data: notificationView(test) } };
      await notificationTargets.requestTest(target, id, await command(response));
      return response;
    },
  };
}
