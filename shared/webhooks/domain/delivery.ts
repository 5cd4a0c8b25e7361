import type { Channel, Product } from '#shared/platform/core/channels.ts';
import type { AttemptOutcome } from './attempt-outcome.ts';
import type { DeliveryReason } from './delivery-reason.ts';

/** States a delivery is stored in (R17). `sending` is not one: a request in flight says nothing yet. */
export const DELIVERY_STATES = ['queued', 'retrying', 'held', 'succeeded', 'failed', 'cancelled'] as const;

export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States in which something may still be sent. */
export const OPEN_STATES: ReadonlySet<DeliveryState> = new Set(['queued', 'retrying', 'held']);

/** One request to the receiver, as recorded; attempt n is recorded once. */
export type Attempt = {
  readonly number: number;
  readonly startedAt: Date;
  readonly statusCode: number | null;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly error: string | null;
  /** First 512 bytes of a non-2xx answer; readable as long as the payload is (R19). */
  readonly responseText: string | null;
};

export type Delivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly workspaceId: string;
  readonly eventId: string;
  readonly event: string;
  readonly product: Product;
  readonly channel: Channel | null;
  readonly test: boolean;
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  /** The first delivery of a chain of resends (G108). */
  readonly resendOf: string | null;
  readonly resendCount: number;
  readonly lastResendId: string | null;
  /** The resend that was delivered: then a recovery leaves the chain alone (R25). */
  readonly deliveredBy: string | null;
  /** Version of the endpoint's settings that the delivery was queued for (G97). */
  readonly settingsVersion: number;
  readonly attempts: readonly Attempt[];
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  readonly payloadExpiresAt: Date;
  /** Request id of the API call that caused the event. */
  readonly correlationId: string;
};

/** State and reason as a reader sees them: a queued delivery of older settings is cancelled at once (G97, R17). */
export function shownState(
  delivery: Pick<Delivery, 'state' | 'reason' | 'settingsVersion'>,
  endpoint: { readonly settingsVersion: number; readonly enabled: boolean },
): Pick<Delivery, 'state' | 'reason'> {
  const outdated = OPEN_STATES.has(delivery.state) && delivery.settingsVersion < endpoint.settingsVersion;
  return outdated
    ? { state: 'cancelled', reason: endpoint.enabled ? 'endpoint_edited' : 'endpoint_paused' }
    : { state: delivery.state, reason: delivery.reason };
}
