import type { Clock } from '#shared/platform/runtime/clock.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { NotificationCondition } from '#shared/webhooks/domain/notification.ts';
import type { DeliveryStore } from '#shared/webhooks/ports/delivery-store.ts';
import type { EndpointHealthStore } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { EndpointReader } from '#shared/webhooks/ports/endpoint-store.ts';
import type { NotificationQueue } from '#shared/webhooks/ports/notification-queue.ts';
import type { NotificationTargetReader } from '#shared/webhooks/ports/notification-targets.ts';

/** How long the conditions of a workspace are kept, in milliseconds: a new target is used within this time. */
const KEPT_MS = 60_000;

/** Maximum number of workspaces, and of endpoints, that a container keeps in its maps. */
const MAX_KEPT = 1000;

export type ObserverDependencies = {
  readonly notificationTargets: Pick<NotificationTargetReader, 'list'>;
  readonly notificationQueue: NotificationQueue;
};

type Attempts = Pick<DeliveryStore, 'claim' | 'recordAttempt'>;
type Endings = Pick<DeliveryStore, 'settle'>;
type Place = { readonly workspaceId: string; readonly endpointId: string; readonly at: number };

/**
 * Decorators that report the conditions that a workspace is notified about (docs/specification.md#notifications). With decorators, the
 * handler does not depend on notifications. A delivery that does not fail reads nothing, and a workspace without targets queues nothing.
 */
export function createFailureObserver(
  { notificationTargets, notificationQueue }: ObserverDependencies,
  clock: Clock,
) {
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

  async function observe(delivery: Delivery): Promise<void> {
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
  }

  async function observeOpening({ id, workspaceId }: DeliveryTarget, openedAt: Date): Promise<void> {
    const at = openedAt.getTime();
    if (openings.get(id) === at) return;
    if ((await conditionsOf(workspaceId)).has('breaker_opened'))
      await notificationQueue.send({ observed: 'breaker_opened', workspaceId, endpointId: id, at });
    if (openings.size >= MAX_KEPT) openings.clear();
    openings.set(id, at);
  }

  return {
    /**
     * The store of the attempt of one message. If a run stops after it has recorded the end and before it has reported the end, the
     * next run of the message reports it.
     */
    attempts(store: Attempts): Attempts {
      return {
        async claim(...of) {
          const claimed = await store.claim(...of);
          if (claimed.kind === 'recorded' || claimed.kind === 'superseded')
            if (claimed.delivery) await observe(claimed.delivery);
          return claimed;
        },

        async recordAttempt(...of) {
          const recorded = await store.recordAttempt(...of);
          await observe(recorded);
          return recorded;
        },
      };
    },

    /** The store of deliveries that end without an attempt. */
    endings<Store extends Endings>(store: Store): Store {
      const settle: Endings['settle'] = async (delivery, progress) => {
        await store.settle(delivery, progress);
        await observe({ ...delivery, ...progress });
      };
      return { ...store, settle };
    },

    /** The reader of delivery targets. It reports an open breaker, because the run that opened the breaker may have stopped before. */
    endpoints({ readTarget }: Pick<EndpointReader, 'readTarget'>): Pick<EndpointReader, 'readTarget'> {
      return {
        async readTarget(endpointId) {
          const target = await readTarget(endpointId);
          const { openedAt } = target?.health.breaker ?? {};
          if (target && openedAt) await observeOpening(target, openedAt);
          return target;
        },
      };
    },

    /** The health of endpoints. */
    health(store: EndpointHealthStore): EndpointHealthStore {
      return {
        ...store,

        async recordTimeout(target: DeliveryTarget, timeout, now, probeAt) {
          const isOpened = await store.recordTimeout(target, timeout, now, probeAt);
          if (isOpened) await observeOpening(target, now);
          return isOpened;
        },

        async recordResponse(target: DeliveryTarget) {
          const { id: endpointId, workspaceId, health } = target;
          // Reports the closing before writing it: if a run stops in between, the run of the next response repeats both.
          if (health.breaker && (await conditionsOf(workspaceId)).has('breaker_closed')) {
            const place: Place = { workspaceId, endpointId, at: clock().getTime() };
            const openedAt = health.breaker.openedAt.getTime();
            await notificationQueue.send({ observed: 'breaker_closed', ...place, openedAt });
          }
          return store.recordResponse(target);
        },
      };
    },
  };
}
