import { isParked, parkedUntil } from '#shared/webhooks/domain/parked.ts';
import type { ParkedDeliveries } from '#shared/webhooks/ports/parked-deliveries.ts';
import { isLeaseFree, keyOf, type MemoryDeliveries, type MemoryLeases } from './memory-delivery-store.ts';

/** Parked deliveries over the maps of the delivery store. */
export function createMemoryParkedDeliveries(
  deliveries: MemoryDeliveries,
  leases: MemoryLeases,
): ParkedDeliveries {
  return {
    async park(delivery, attempt, until, now) {
      const key = keyOf(delivery);
      const found = deliveries.get(key) ?? delivery;
      const progress = parkedUntil(attempt, until);
      const isWaiting = found.attempts.length === attempt - 1 && found.state === progress.state;
      if (!isWaiting || !isLeaseFree(leases.get(key), attempt, now)) return false;
      deliveries.set(key, { ...found, ...progress });
      return true;
    },

    async list(endpointId, { after, limit }) {
      const parked = [...deliveries.values()]
        .filter((delivery) => delivery.endpointId === endpointId && isParked(delivery))
        .filter(({ id }) => after === null || id > after)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit);
      return { parked, next: parked.length === limit ? (parked.at(-1)?.id ?? null) : null };
    },
  };
}
