/** Every outcome of a delivery attempt, as `attempts[].outcome` shows it (docs/specification.md#delivery-record). */
export const ATTEMPT_OUTCOMES = [
  'success',
  'http_error',
  'redirect',
  'timeout',
  'connect_timeout',
  'network_error',
  'blocked_address',
  'cancelled',
] as const;

/**
 * The outcome of one attempt. Only `success`, `http_error` and `redirect` have a status code. `cancelled` means that the
 * platform aborted the attempt (shutdown or edit), so it is no evidence about the receiver.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
