import { isDeferred, deferredUntil } from '#shared/webhooks/domain/deferred.ts';
import type { DeferredDeliveries } from '#shared/webhooks/ports/deferred-deliveries.ts';
import { isLeaseFree, keyOf, type MemoryDeliveries, type MemoryLeases } from './memory-delivery-store.ts';

/** Deferred deliveries over the maps of the delivery store. */
export function createMemoryDeferredDeliveries(
  deliveries: MemoryDeliveries,
  leases: MemoryLeases,
): DeferredDeliveries {
  return {
    async defer(delivery, attempt, until, now) {
      const key = keyOf(delivery);
      const found = deliveries.get(key) ?? delivery;
      const progress = deferredUntil(attempt, until);
      const isWaiting = found.attempts.length === attempt - 1 && found.state === progress.state;
      if (!isWaiting || !isLeaseFree(leases.get(key), attempt, now)) return false;
      deliveries.set(key, { ...found, ...progress });
      return true;
    },

    async list(endpoint, { after, limit }) {
      const deferred = [...deliveries.values()]
        .filter(
          (delivery) =>
            delivery.endpointId === endpoint.id && delivery.shard < endpoint.shards && isDeferred(delivery),
        )
        .filter(({ id }) => after === null || id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
      return { deferred, next: deferred.length === limit ? (deferred.at(-1)?.id ?? null) : null };
    },
  };
}
