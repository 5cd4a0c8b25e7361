/**
 * Every reason for a state other than succeeded (docs/specification.md#delivery-states). The codes are part of the API:
 * codes may be added, but a published code never changes its meaning.
 */
export const DELIVERY_REASONS = [
  // Final, decided by the response (docs/specification.md#final-and-retried-failures).
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
  // Deferred by the circuit breaker, at most 15 minutes.
  'endpoint_unresponsive',
  // Decided by a change of the endpoint or the event.
  'endpoint_edited',
  'endpoint_paused',
  'endpoint_deleted',
  'endpoint_suspended',
  'payload_expired',
  'superseded_by_resend',
] as const;

/** Why a delivery is queued again, held, cancelled or failed. */
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];
