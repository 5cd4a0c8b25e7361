import type { Clock } from '#shared/platform/runtime/clock.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Log } from '#shared/platform/runtime/logger.ts';
import { receivesNotifications } from '#shared/webhooks/domain/mail-consent.ts';
import type { NotificationMessage } from '#shared/webhooks/domain/notification-message.ts';
import {
  newNotification,
  type Notification,
  type NotificationCause,
  type NotificationSubject,
  type NotificationTarget,
} from '#shared/webhooks/domain/notification.ts';
import { rotationNoticeAt } from '#shared/webhooks/domain/rotate-secret.ts';
import type { NotificationLog } from '#shared/webhooks/ports/notification-log.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';
import { type AttemptDependencies, CLAIM_MS, createNotificationSender } from './attempt-notification.ts';

/** A message may be received slightly early, because the clocks of the queue and of the function differ. */
const EARLY_MS = 1000;

const RECORDED = { code: 'NOTIFICATION_RECORDED', message: 'Notification recorded' };

export type Dependencies = AttemptDependencies & {
  readonly notificationTargets: NotificationTargetReader;
  readonly notifications: Pick<NotificationLog, 'record' | 'countExhausted' | 'claim' | 'finishAttempt'>;
  readonly clock: Clock;
  readonly log: Log;
};

type RequestMessage = Extract<NotificationMessage, { observed: 'test_requested' | 'confirmation_requested' }>;

type EndpointObservation = Exclude<NotificationMessage, RequestMessage | { observed: 'nothing' }>;

/**
 * Records notifications for observations, at most one per target, endpoint, condition and hour, and sends them. If a run stops after it
 * has recorded a notification, the sweep finds the notification when its claim has expired.
 */
export function createHandler(deps: Dependencies) {
  const { notificationTargets, notifications, clock, log } = deps;
  const attempt = createNotificationSender(deps);

  return async (message: NotificationMessage): Promise<void> => {
    if (message.observed === 'nothing') await attemptAgain(message);
    else if (message.observed === 'test_requested') await request('test', message);
    else if (message.observed === 'confirmation_requested') await request('confirmation', message);
    else if (message.observed !== 'rotation_ending' || (await isStillEnding(message)))
      await notifyAll(message);
  };

  async function attemptAgain({
    workspaceId,
    notificationId,
  }: {
    workspaceId: string;
    notificationId: string;
  }) {
    const now = clock();
    const claimed = await notifications.claim(
      workspaceId,
      notificationId,
      new Date(now.getTime() + EARLY_MS),
      claimedUntil(now),
    );
    if (claimed) await attempt(claimed, await notificationTargets.find(workspaceId, claimed.targetId));
  }

  /** A test or a confirmation that a user requested, under the id of the request. */
  async function request(cause: 'test' | 'confirmation', message: RequestMessage): Promise<void> {
    const { workspaceId, targetId, notificationId, at } = message;
    const target = await notificationTargets.find(workspaceId, targetId);
    if (!target) return;
    const subject = { cause, endpointId: null, deliveryId: null, exhausted: null } as const;
    await notify(target, { ...subject, observedAt: new Date(at) }, notificationId, notificationId);
  }

  /** A rotation plans this notice. After another rotation, or after the endpoint was deleted, the notice would be wrong. */
  async function isStillEnding({ workspaceId, endpointId, at }: EndpointObservation): Promise<boolean> {
    const endpoint = await deps.endpoints.find(workspaceId, endpointId);
    return endpoint !== undefined && rotationNoticeAt(endpoint.secrets)?.getTime() === at;
  }

  async function notifyAll(observation: EndpointObservation): Promise<void> {
    const all = await notificationTargets.list(observation.workspaceId);
    const found = all.filter(receivesNotifications);
    await Promise.all(
      found.flatMap((target) => causesFor(observation, target).map((cause) => one(target, cause))),
    );

    async function one(target: NotificationTarget, cause: NotificationCause): Promise<void> {
      const { endpointId, at } = observation;
      const deliveryId = observation.observed === 'delivery_failed' ? observation.deliveryId : null;
      const exhausted =
        cause === 'attempts_exhausted' ? await count(target, endpointId, deliveryId ?? '') : null;
      if (exhausted !== null && exhausted < target.exhaustedAfter) return;
      const subject = { cause, endpointId, observedAt: new Date(at), deliveryId, exhausted };
      await notify(target, subject, newId(clock()), occurrenceOf(observation));
    }
  }

  function count(
    { id, workspaceId, exhaustedAfter }: NotificationTarget,
    endpointId: string,
    deliveryId: string,
  ) {
    const place = { workspaceId, targetId: id, endpointId };
    return notifications.countExhausted(place, deliveryId, exhaustedAfter, clock());
  }

  async function notify(
    target: NotificationTarget,
    subject: NotificationSubject,
    id: string,
    occurrence: string,
  ): Promise<void> {
    const now = clock();
    const notification: Notification = newNotification(id, target, subject, now, claimedUntil(now));
    if (!(await notifications.record(notification, occurrence))) return;
    log.info(RECORDED, {
      notification_id: id,
      workspace_id: target.workspaceId,
      target_id: target.id,
      endpoint_id: subject.endpointId,
      cause: subject.cause,
    });
    await attempt(notification, target);
  }
}

function claimedUntil(now: Date): Date {
  return new Date(now.getTime() + CLAIM_MS);
}

/** The conditions of a target that an observation can meet. */
function causesFor(
  observation: EndpointObservation,
  { conditions }: NotificationTarget,
): NotificationCause[] {
  if (observation.observed !== 'delivery_failed')
    return conditions.filter((condition) => condition === observation.observed);
  return conditions.filter(
    (condition) =>
      condition === 'first_final_failure' || (condition === 'attempts_exhausted' && observation.exhausted),
  );
}

/** Identifies the observed occurrence, so that a repeated observation is not notified again after the hour. */
function occurrenceOf(observation: EndpointObservation): string {
  if (observation.observed === 'delivery_failed') return observation.deliveryId;
  if (observation.observed === 'responsible_admin_lost') return String(observation.settingsVersion);
  return String(observation.observed === 'breaker_closed' ? observation.openedAt : observation.at);
}
