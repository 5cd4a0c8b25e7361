import type { Channel, Product } from '#shared/events/catalogue/channels.ts';

/** The stored states (docs/specification/webhooks.md#delivery-states). A request in flight has no state of its own. */
export const DELIVERY_STATES = ['queued', 'retrying', 'held', 'succeeded', 'failed', 'cancelled'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States in which another attempt may still be sent. */
export const OPEN_STATES: ReadonlySet<DeliveryState> = new Set(['queued', 'retrying', 'held']);

/**
 * Every reason for a state other than succeeded (docs/specification/webhooks.md#delivery-states). The codes are part of the API:
 * codes may be added, but a published code never changes its meaning.
 */
export const DELIVERY_REASONS = [
  // Final, decided by the last attempt (docs/specification/webhooks.md#final-and-retried-failures).
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

/** Every outcome of a delivery attempt, as `attempts[].outcome` shows it (docs/specification/webhooks.md#delivery-record). */
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
 * platform aborted the attempt because its sender was closed, so the outcome is no evidence about the receiver.
 */
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

/** One request to the receiver. Each attempt number is recorded once. */
export type Attempt = {
  readonly number: number;
  readonly startedAt: Date;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  /** First 512 bytes of a non-2xx response; readable as long as the payload. */
  readonly responseText: string | null;
  /** The counter that includes the attempt (`toCountedIn`). Older attempts have none. */
  readonly countedIn?: string | undefined;
};

/** One event for one endpoint, with all attempts (docs/specification/webhooks.md#delivery-record). */
export type Delivery = {
  readonly id: string;
  readonly endpointId: string;
  /** The partition of the endpoint that the delivery is stored in; never changes. */
  readonly shard: number;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly event: string;
  readonly product: Product;
  readonly channel: Channel | null;
  readonly test: boolean;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  /** The original delivery, also for a resend of a resend. */
  readonly resendOf: string | null;
  readonly resendCount: number;
  readonly lastResendId: string | null;
  /** The resend that succeeded; a recovery then skips the original. */
  readonly deliveredBy: string | null;
  /** Version of the endpoint settings that the delivery was queued for; a newer version cancels the delivery. */
  readonly settingsVersion: number;
  readonly attempts: readonly Attempt[];
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  readonly payloadExpiresAt: Date;
  /** Request id of the API call that caused the event. */
  readonly correlationId: string;
};

/**
 * State and reason as the API shows them. A pending delivery of older settings is shown as cancelled at once
 * (docs/specification/webhooks.md#edits-cancel-deliveries), before anything is written.
 */
export function shownState(
  delivery: Pick<Delivery, 'state' | 'reason' | 'settingsVersion'>,
  endpoint: { readonly settingsVersion: number; readonly enabled: boolean },
): Pick<Delivery, 'state' | 'reason'> {
  const outdated = OPEN_STATES.has(delivery.state) && delivery.settingsVersion < endpoint.settingsVersion;
  return outdated
    ? { state: 'cancelled', reason: endpoint.enabled ? 'endpoint_edited' : 'endpoint_paused' }
    : { state: delivery.state, reason: delivery.reason };
}

/** A delivery of a deleted endpoint, as the API shows it: its next attempt would cancel it. */
export function afterDeletion(delivery: Delivery): Delivery {
  if (!OPEN_STATES.has(delivery.state)) return delivery;
  return { ...delivery, state: 'cancelled', reason: 'endpoint_deleted', nextAttemptAt: null };
}
