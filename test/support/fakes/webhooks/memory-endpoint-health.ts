import { type EndpointHealth, TIMEOUTS_TO_OPEN } from '#shared/webhooks/domain/endpoint-health.ts';
import type { DeliveryTarget } from '#shared/webhooks/domain/endpoint.ts';
import type { EndpointHealthStore, Observed } from '#shared/webhooks/ports/endpoint-health-store.ts';
import type { MemoryCore } from '#test/support/fakes/platform/memory-core.ts';

/** Health in the delivery targets of a memory core. */
export function createMemoryEndpointHealth(core: MemoryCore): EndpointHealthStore {
  function current({ id, settingsVersion }: Observed): DeliveryTarget | undefined {
    const target = core.targets.get(id);
    return target && !target.deleted && target.settingsVersion === settingsVersion ? target : undefined;
  }

  function put(target: DeliveryTarget, health: Partial<EndpointHealth>): void {
    core.targets.set(target.id, { ...target, health: { ...target.health, ...health } });
  }

  return {
    async markSlow(observed, until, ifEarlierThan) {
      const target = current(observed);
      if (!target) return;
      const { slowUntil } = target.health;
      if (!slowUntil || slowUntil <= ifEarlierThan) put(target, { slowUntil: until });
    },

    async clearSlow(observed, slowUntil) {
      const target = current(observed);
      if (target?.health.slowUntil?.getTime() === slowUntil.getTime()) put(target, { slowUntil: null });
    },

    async recordTimeout(observed, { deliveryId, isFirst }, now, probeAt) {
      const target = current(observed);
      if (!target || target.health.breaker) return false;
      if (isFirst && target.health.timedOutDeliveries.size > 0) return false;
      const timedOutDeliveries = new Set([...target.health.timedOutDeliveries, deliveryId]);
      const opens = timedOutDeliveries.size >= TIMEOUTS_TO_OPEN;
      put(
        target,
        opens
          ? { timedOutDeliveries: new Set(), breaker: { openedAt: now, probeAt } }
          : { timedOutDeliveries },
      );
      return opens;
    },

    async recordResponse(observed) {
      const target = current(observed);
      if (!target) return false;
      put(target, { timedOutDeliveries: new Set(), breaker: null });
      return target.health.breaker !== null;
    },

    async claimProbe(observed, now, nextProbeAt) {
      const target = current(observed);
      const breaker = target?.health.breaker;
      if (!target || !breaker || breaker.probeAt > now) return false;
      put(target, { breaker: { ...breaker, probeAt: nextProbeAt } });
      return true;
    },
  };
}
