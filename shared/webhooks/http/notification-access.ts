import type { Principal } from '#shared/platform/core/principal.ts';
import { notFound } from '#shared/platform/http/not-found.ts';
import type { Access, PathParameter } from '#shared/platform/http/operation.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';

/**
 * Notifications require a workspace key that may subscribe to every product, because a notification can be about any endpoint of the
 * workspace.
 */
export const NOTIFICATION_ACCESS = {
  kind: 'key',
  credential: 'workspace-key-only',
  rule: 'all-of',
  permissions: ['publishing:webhooks:subscribe', 'salesbot:webhooks:subscribe'],
} as const satisfies Access;

/** Path parameter of a notification target. */
export const notificationTargetParameter = {
  form: 'uuid',
  notFound: webhooksErrors.notification_target_not_found,
} as const satisfies PathParameter;

/** Finds the target of the path. @throws PlatformError `notification_target_not_found` */
export async function loadNotificationTarget(
  targets: Pick<NotificationTargetReader, 'find'>,
  { principal, params }: { principal: Principal; params: { readonly target: string } },
): Promise<NotificationTarget> {
  const target = await targets.find(principal.workspaceId, params.target);
  if (!target) throw notFound(webhooksErrors.notification_target_not_found);
  return target;
}
