import { type SecretBox, SecretUnavailableError } from '#shared/platform/core/secret-box.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import { isMailTarget, receivesNotifications } from '#shared/webhooks/domain/mail-consent.ts';
import { attemptMessage } from '#shared/webhooks/domain/notification-message.ts';
import type { NamedEndpoint } from '#shared/webhooks/domain/notification-text.ts';
import type {
  Notification,
  NotificationReason,
  NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { MailSender } from '#shared/webhooks/ports/mail-sender.ts';
import type { NotificationLog } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { WebhookSender } from '#shared/webhooks/ports/webhook-sender.ts';
import { mailDocument } from '#shared/webhooks/render/mail-document.ts';
import { notificationMail } from '#shared/webhooks/sending/notification-mail.ts';
import { notificationRequest } from '#shared/webhooks/sending/notification-request.ts';
import { progressAfter } from '#shared/webhooks/sending/retry-policy.ts';

/** A run owns the attempt that it claimed for this many milliseconds: longer than its function can run. */
export const CLAIM_MS = 60_000;

/** A notification that is older than this many milliseconds is not sent any more, because it would report an old failure as a new one. */
const EXPIRES_MS = DAY_MS;

const ATTEMPTED = { code: 'NOTIFICATION_ATTEMPTED', message: 'Attempt at a notification recorded' };
const SECRET_UNAVAILABLE = {
  code: 'SECRET_UNAVAILABLE',
  message: 'Secret of a notification target cannot be decrypted now; attempt postponed',
};

export type AttemptDependencies = {
  readonly endpoints: Pick<EndpointReader, 'find'>;
  readonly notifications: Pick<NotificationLog, 'finishAttempt'>;
  readonly queue: NotificationQueue;
  readonly secrets: Pick<SecretBox, 'open'>;
  readonly sender: WebhookSender;
  /** Undefined in a stage without a sender of mail. */
  readonly mailer: MailSender | undefined;
  /** The origins of the API, for links in mails. */
  readonly apiOrigins: readonly string[];
  readonly retryDelays: readonly number[];
  /** The longest delay of a message in seconds. The sweep queues attempts that are due later. */
  readonly delayLimit: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
};

const UNSENT = { outcome: null, statusCode: null, nextAttemptAt: null };

/** Makes the claimed attempt at a notification: send, record, plan the next one. */
export function createNotificationSender(deps: AttemptDependencies) {
  const { endpoints, notifications, queue, secrets, sender, mailer, clock, log } = deps;

  return async (claimed: Notification, target: NotificationTarget | undefined): Promise<void> => {
    const startedAt = clock();
    const end = (state: 'cancelled' | 'failed', reason: NotificationReason) =>
      notifications.finishAttempt(claimed, { ...UNSENT, state, reason, finishedAt: startedAt });
    if (!target) return end('cancelled', 'target_deleted');
    if (startedAt.getTime() - claimed.createdAt.getTime() > EXPIRES_MS) return end('failed', 'expired');

    if (isMailTarget(target) && !mailer) return end('failed', 'mail_sender_missing');
    if (!mayReceive(target, claimed)) return end('cancelled', 'not_confirmed');

    const result = await send(claimed, target, startedAt);
    // The claim expires, and the sweep queues the attempt again.
    if (!result) return undefined;
    const { state, reason, nextAttemptAt, finishedAt } = progressAfter({
      ...result,
      attempt: claimed.attempts + 1,
      now: clock(),
      random: deps.random(),
      delays: deps.retryDelays,
    });
    const { outcome, statusCode } = result;
    const stored = STATES[state];
    const progress = { state: stored, outcome, statusCode, reason, nextAttemptAt, finishedAt };
    await notifications.finishAttempt(claimed, progress);
    const mail = 'messageId' in result ? { mail_id: result.messageId } : {};
    log.info(ATTEMPTED, { ...logFields(claimed), outcome, status: statusCode, state: stored, ...mail });
    return planNext(claimed, nextAttemptAt);
  };

  /** Undefined if the key service is unavailable. */
  async function send(claimed: Notification, target: NotificationTarget, at: Date) {
    const endpoint = await named(claimed);
    try {
      const { destination } = target;
      if (isMailTarget(target))
        return await mailer?.send(
          await mailDocument(await notificationMail(secrets, target, claimed, endpoint, deps.apiOrigins)),
        );
      if (destination.kind === 'email') return undefined;
      return await sender.send(
        await notificationRequest(secrets, { ...target, destination }, claimed, endpoint, at),
      );
    } catch (error) {
      if (!(error instanceof SecretUnavailableError)) throw error;
      log.warn(SECRET_UNAVAILABLE, { ...logFields(claimed), ...describeError(error) });
      return undefined;
    }
  }

  async function named({ workspaceId, endpointId }: Notification): Promise<NamedEndpoint> {
    const endpoint = endpointId === null ? undefined : await endpoints.find(workspaceId, endpointId);
    return endpoint ? { id: endpoint.id, name: endpoint.name } : null;
  }

  async function planNext(notification: Notification, at: Date | null): Promise<void> {
    if (at === null) return;
    const seconds = Math.max(0, Math.ceil((at.getTime() - clock().getTime()) / 1000));
    if (seconds <= deps.delayLimit) await queue.send(attemptMessage(notification), seconds);
  }
}

/** An email address receives the newest request for a confirmation while it waits for one, and everything else once it is confirmed. */
function mayReceive(target: NotificationTarget, { id, cause }: Notification): boolean {
  if (cause !== 'confirmation') return receivesNotifications(target);
  return isMailTarget(target) && target.destination.confirmation?.id === id;
}

/** Converts a state of the retry policy to the state of a notification. */
const STATES = {
  queued: 'pending',
  retrying: 'pending',
  held: 'pending',
  succeeded: 'delivered',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

function logFields({ id, workspaceId, targetId, endpointId, cause, attempts }: Notification) {
  return {
    notification_id: id,
    workspace_id: workspaceId,
    target_id: targetId,
    endpoint_id: endpointId,
    cause,
    attempt: attempts + 1,
  };
}
