import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetRevision } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly notificationTargets: Pick<NotificationTargets, 'find' | 'remove'> };

/** Deletes a notification target with its secret. */
export function createHandler({
  notificationTargets,
}: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),
    revisionOf: notificationTargetRevision,

    async handle({ resource: target, command }) {
      const response = { status: 204 };
      await notificationTargets.remove(target, await command(response));
      return response;
    },
  };
}
