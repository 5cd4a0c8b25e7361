import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { NotificationCondition } from '#shared/webhooks/domain/notification.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';

/** How long the conditions of a workspace are kept, in milliseconds: a new target is used within this time. */
const KEPT_MS = 60_000;

/** Maximum number of workspaces, and of endpoints, that a container keeps in its maps. */
const MAX_KEPT = 1000;

export type NotifierDependencies = {
  readonly notificationTargets: Pick<NotificationTargetReader, 'list'>;
  readonly notificationQueue: NotificationQueue;
};

type Place = { readonly workspaceId: string; readonly endpointId: string; readonly at: number };

/** Reports what a workspace can be notified about. Each report may be repeated. */
export type FailureNotifier = {
  /** Reports a delivery that has failed. Any other delivery reads nothing. */
  deliveryEnded(delivery: Delivery): Promise<void>;
  /** Reports an open breaker, once in a container. */
  breakerOpened(target: DeliveryTarget, openedAt: Date): Promise<void>;
  /** Reports that an open breaker is about to close. */
  breakerCloses(target: DeliveryTarget): Promise<void>;
};

/**
 * Queues the conditions that a workspace is notified about (docs/specification/webhooks.md#notifications). A workspace without targets queues
 * nothing.
 */
export function createFailureNotifier(
  { notificationTargets, notificationQueue }: NotifierDependencies,
  clock: Clock,
): FailureNotifier {
  /** By endpoint, the opening of the breaker that this container has reported last. */
  const openings = new Map<string, number>();
  const kept = new Map<string, { conditions: ReadonlySet<NotificationCondition>; until: number }>();

  async function conditionsOf(workspaceId: string): Promise<ReadonlySet<NotificationCondition>> {
    const now = clock().getTime();
    const known = kept.get(workspaceId);
    if (known && known.until > now) return known.conditions;
    const conditions = new Set(
      (await notificationTargets.list(workspaceId)).flatMap((target) => target.conditions),
    );
    if (kept.size >= MAX_KEPT) kept.clear();
    kept.set(workspaceId, { conditions, until: now + KEPT_MS });
    return conditions;
  }

  return {
    async deliveryEnded(delivery) {
      const { workspaceId, endpointId, state, finishedAt } = delivery;
      // The user who sends a test event reads its result in the response or the console.
      if (state !== 'failed' || delivery.test) return;
      const exhausted = delivery.reason === 'attempts_exhausted';
      const conditions = await conditionsOf(workspaceId);
      if (!conditions.has('first_final_failure') && !(exhausted && conditions.has('attempts_exhausted')))
        return;
      const place: Place = { workspaceId, endpointId, at: (finishedAt ?? clock()).getTime() };
      await notificationQueue.send({
        observed: 'delivery_failed',
        ...place,
        deliveryId: delivery.id,
        exhausted,
      });
    },

    async breakerOpened({ id, workspaceId }, openedAt) {
      const at = openedAt.getTime();
      if (openings.get(id) === at) return;
      if ((await conditionsOf(workspaceId)).has('breaker_opened'))
        await notificationQueue.send({ observed: 'breaker_opened', workspaceId, endpointId: id, at });
      if (openings.size >= MAX_KEPT) openings.clear();
      openings.set(id, at);
    },

    async breakerCloses({ id: endpointId, workspaceId, health: { breaker } }) {
      if (!breaker || !(await conditionsOf(workspaceId)).has('breaker_closed')) return;
      const place: Place = { workspaceId, endpointId, at: clock().getTime() };
      const openedAt = breaker.openedAt.getTime();
      await notificationQueue.send({ observed: 'breaker_closed', ...place, openedAt });
    },
  };
}
