import { PlatformError } from '#shared/platform/core/errors.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import { isSignedTarget, rotateTargetSecret, secretsOf } from '#shared/webhooks/domain/rotate-secret.ts';
import { requireRotatable } from '#shared/webhooks/domain/signing-secrets.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import {
  notificationTargetRevision,
  notificationTargetTag,
  notificationTargetView,
} from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import { notificationSealContext } from '#shared/webhooks/sending/notification-request.ts';
import { sealNewSecret, type SecretDependencies } from '#shared/webhooks/sending/seal-new-secret.ts';
import type { operation } from './operation.ts';

type Dependencies = SecretDependencies & {
  readonly notificationTargets: Pick<NotificationTargets, 'find' | 'save'>;
};

/** Gives a notification target a new signing secret, which only this response contains. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  const { notificationTargets } = deps;

  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),
    revisionOf: notificationTargetRevision,

    async handle({ resource: before, body, now, command }) {
      if (!isSignedTarget(before)) {
        const detail =
          'Only a target with the kind `https` has a signing secret. Replace the URL of a `slack` target with updateNotificationTarget.';
        throw new PlatformError(webhooksErrors.notification_target_unsigned, detail);
      }
      // Checked before anything is encrypted, so that a rejected rotation has no effect.
      requireRotatable(secretsOf(before.destination), body.immediate, now);
      const { secret, ...sealed } = await sealNewSecret(deps, notificationSealContext(before));
      const after = rotateTargetSecret(before, sealed, body.immediate, now);
      const response = {
        status: 200,
        headers: notificationTargetTag(after),
        body: { data: notificationTargetView(after, now), secret },
      };
      await notificationTargets.save(before, after, await command(response));
      return response;
    },
  };
}
