/**
 * What recent requests show about an endpoint. It is part of the delivery target, so the read before each request includes it
 * without a second request. An edit of the settings replaces it and thereby resets the health; a rename does not.
 */
export type EndpointHealth = {
  /** Until this time, attempts use the slow lane; null if none was set. */
  readonly slowUntil: Date | null;
  /** Ids of consecutive deliveries without a response, at most `TIMEOUTS_TO_OPEN`. */
  readonly timedOutDeliveries: ReadonlySet<string>;
  /** Present while the circuit breaker is open. */
  readonly breaker: { readonly openedAt: Date; readonly probeAt: Date } | null;
};

/** An endpoint without known problems. */
export const HEALTHY: EndpointHealth = { slowUntil: null, timedOutDeliveries: new Set(), breaker: null };

/**
 * Different deliveries in a row without a response that open the breaker (docs/specification/webhooks.md#circuit-breaker): the
 * first one, and five whose requests started after the first was recorded. Concurrent requests that hang together while
 * others get a response therefore do not open it.
 */
export const TIMEOUTS_TO_OPEN = 6;
