/** Every way one delivery attempt can end, as shown in a delivery's `attempts[].outcome` (G111). */
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
 * How one attempt ended. Only `success`, `http_error` and `redirect` come with a status code; `cancelled`
 * means that we broke it off ourselves (shutdown or edit), so it says nothing about the receiver.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];
