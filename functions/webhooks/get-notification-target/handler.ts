import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import { notificationTargetTag, notificationTargetView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';
import type { operation } from './operation.ts';

type Dependencies = { readonly notificationTargets: Pick<NotificationTargetReader, 'find'> };

/** Returns one notification target. */
export function createHandler({
  notificationTargets,
}: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),

    async handle({ resource: target, now }) {
      const headers = notificationTargetTag(target);
      return { status: 200, headers, body: { data: notificationTargetView(target, now) } };
    },
  };
}
