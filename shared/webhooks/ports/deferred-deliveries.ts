import type { DeliverySource } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/** Deliveries that the circuit breaker deferred (docs/failure-histories.md#requeue-loop-of-a-dead-endpoint). */
export type DeferredDeliveries = {
  /**
   * Defers attempt n and records state, reason and time. Returns false if attempt n is recorded, the delivery is final or
   * held, or another run holds the lease of the attempt. Of several calls, the last one sets the time.
   */
  defer(delivery: Delivery, attempt: number, until: Date, now: Date): Promise<boolean>;

  /**
   * A page of the deferred deliveries of an endpoint, oldest event first; `limit` is at most 100. Eventually consistent:
   * a delivery deferred a moment ago may be missing. Unreadable items are left out. `next` is the cursor of the next page,
   * or null at the end.
   */
  list(
    endpoint: DeliverySource,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly deferred: readonly Delivery[]; readonly next: string | null }>;
};
