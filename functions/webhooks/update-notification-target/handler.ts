import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { TargetGuard } from '#shared/platform/core/target-guard.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import {
  editNotificationTarget,
  type NotificationDestination,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import { rejectUrl, requirePublicUrl } from '#shared/webhooks/http/notification-body.ts';
import {
  notificationTargetRevision,
  notificationTargetTag,
  notificationTargetView,
} from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import { sealSlackUrl } from '#shared/webhooks/sending/seal-destination.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly notificationTargets: Pick<NotificationTargets, 'find' | 'save'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  readonly guard: TargetGuard;
};

/** Edits a notification target; an edit without effect writes nothing. */
export function createHandler({
  notificationTargets,
  secrets,
  guard,
}: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  async function moved(target: NotificationTarget, url: string): Promise<NotificationDestination> {
    if (target.destination.kind === 'https') return { ...target.destination, url };
    return sealSlackUrl(secrets, target, url);
  }

  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),
    revisionOf: notificationTargetRevision,

    async handle({ resource: before, body, now, baseUrl, command }) {
      const { name, url, conditions, exhausted_after: exhaustedAfter } = body;
      if (url !== undefined && before.destination.kind === 'email') rejectUrl();
      if (url !== undefined) await requirePublicUrl(guard, url, baseUrl);
      const destination = url === undefined ? undefined : await moved(before, url);
      const after = editNotificationTarget(before, { name, destination, conditions, exhaustedAfter }, now);
      const current = after ?? before;
      const response = {
        status: 200,
        headers: notificationTargetTag(current),
        body: { data: notificationTargetView(current, now) },
      };
      if (after) await notificationTargets.save(before, after, await command(response));
      return response;
    },
  };
}
