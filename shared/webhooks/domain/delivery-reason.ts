/**
 * Every reason a delivery can show for being in a state other than succeeded (R17): stable machine codes,
 * part of the API. Codes may be added; one that was published never changes its meaning.
 */
export const DELIVERY_REASONS = [
  // Final, decided by the answer (specification, Delivery behaviour 3-5; G117).
  'receiver_rejected',
  'redirect_refused',
  'address_blocked',
  'attempts_exhausted',
  // Another attempt is planned.
  'receiver_error',
  'receiver_timeout',
  'connection_failed',
  'receiver_asked_to_wait',
  'attempt_interrupted',
  // Put off by the circuit breaker, at most 15 minutes (R26).
  'endpoint_unresponsive',
  // Decided by what happened to the endpoint or the event.
  'endpoint_edited',
  'endpoint_paused',
  'endpoint_deleted',
  'endpoint_suspended',
  'payload_expired',
  'superseded_by_resend',
] as const;

/** Why a delivery is queued again, held, cancelled or failed (R17). */
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];
