import { loadBy } from '#shared/platform/http/load-resource.ts';
import type { Access, PathParameter } from '#shared/platform/http/operation.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';

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
export const loadNotificationTarget = loadBy('target', notificationTargetParameter);
