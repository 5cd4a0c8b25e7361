import { PlatformError } from '#shared/platform/core/errors.ts';
import type { SecretBox } from '#shared/platform/core/secret-box.ts';
import type { OperationHandler } from '#shared/platform/http/operation.ts';
import {
  awaitingConfirmation,
  isMailTarget,
  receivesNotifications,
} from '#shared/webhooks/domain/mail-consent.ts';
import type { NotificationTarget } from '#shared/webhooks/domain/notification.ts';
import * as webhooksErrors from '#shared/webhooks/errors.ts';
import { loadNotificationTarget } from '#shared/webhooks/http/notification-access.ts';
import { requireMailSender } from '#shared/webhooks/http/notification-body.ts';
import { notificationTargetTag, notificationTargetView } from '#shared/webhooks/http/notification-view.ts';
import type { NotificationTargets } from '#shared/webhooks/ports/notification-targets.ts';
import { sealConfirmation } from '#shared/webhooks/sending/seal-destination.ts';
import type { operation } from './operation.ts';

type Dependencies = {
  readonly notificationTargets: Pick<NotificationTargets, 'find' | 'requestConfirmation'>;
  readonly secrets: Pick<SecretBox, 'seal'>;
  /** Whether the stage has a sender of mail. */
  readonly sendsMail: boolean;
  readonly randomBytes: (size: number) => Buffer;
};

/** Requests another confirmation mail, which the stream passes on to the notification queue. */
export function createHandler(deps: Dependencies): OperationHandler<typeof operation, NotificationTarget> {
  const { notificationTargets, secrets, randomBytes } = deps;

  return {
    load: (request) => loadNotificationTarget(notificationTargets, request),

    async handle({ resource: before, now, command }) {
      if (!isMailTarget(before) || receivesNotifications(before))
        throw new PlatformError(
          webhooksErrors.confirmation_not_required,
          'The target is active. Send a test to it instead.',
        );
      requireMailSender(deps.sendsMail);
      const confirmation = await sealConfirmation(secrets, before, randomBytes, now);
      const after = awaitingConfirmation(before, confirmation, now);
      const response = {
        status: 202,
        headers: notificationTargetTag(after),
        body: { data: notificationTargetView(after, now) },
      };
      await notificationTargets.requestConfirmation(before, after, await command(response));
      return response;
    },
  };
}
