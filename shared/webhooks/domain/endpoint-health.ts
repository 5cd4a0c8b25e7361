/**
 * What recent requests say about an endpoint. It is part of the delivery view, so the read before each request brings it
 * along at no cost, and an edit, which puts the view anew, starts it afresh.
 */
export type EndpointHealth = {
  /** Until this instant its deliveries travel in the slow lane (H27). */
  readonly slowUntil: Date | null;
  /** Deliveries in a row whose request got no answer; at most as many as open the breaker. */
  readonly unanswered: ReadonlySet<string>;
  /** Present while the circuit breaker is open. */
  readonly breaker: { readonly openedAt: Date; readonly probeAt: Date } | null;
};

/** An endpoint of which nothing bad is known. */
export const HEALTHY: EndpointHealth = { slowUntil: null, unanswered: new Set(), breaker: null };

/**
 * So many different deliveries in a row without an answer open the breaker: the first one, and five more whose requests began
 * when it was on record (R26). Requests that hang together while others are answered are no row.
 */
export const TIMEOUTS_TO_OPEN = 6;
