import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/** Deliveries that the circuit breaker put off (H26). */
export interface DeferredDeliveries {
  /**
   * Puts attempt n off until an instant, on record with state, reason and time. False if n is on record, the delivery has
   * ended or is held, or another run holds the attempt. Running it twice leaves one deferred attempt, at the later instant.
   */
  defer(delivery: Delivery, attempt: number, until: Date, now: Date): Promise<boolean>;

  /**
   * A page of an endpoint's deferred deliveries, oldest event first; one deferred a moment ago may be missing, and one that cannot
   * be read is. At most 100.
   * `next` is what to ask for after it, or null at the end.
   */
  list(
    endpointId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly deferred: readonly Delivery[]; readonly next: string | null }>;
}
