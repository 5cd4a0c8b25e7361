import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { DeliveryPlace, DeliverySource } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';

/** The result of claiming attempt n before it is sent. */
export type ClaimResult =
  | { readonly kind: 'claimed' }
  /** Attempt n is already recorded: nothing to send, but a pending retry is planned again. */
  | { readonly kind: 'recorded'; readonly delivery: Delivery }
  /** The delivery is final or held, waits for another attempt than n, or no longer exists. */
  | { readonly kind: 'superseded'; readonly delivery: Delivery | undefined }
  /** Another run holds the lease of attempt n; retry when the lease has expired. */
  | { readonly kind: 'leased' };

/** A page of deliveries; both bounds of the time range are inclusive. */
export type DeliveryFilter = {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Id of the last delivery of the previous page. */
  readonly after?: string | undefined;
};

/** The reads of `DeliveryStore`, for operations that may not write. */
export type DeliveryReader = {
  /** One delivery of an endpoint, in whichever shard; strongly consistent. */
  find(endpoint: DeliverySource, deliveryId: string): Promise<Delivery | undefined>;

  /** Deliveries of all shards of an endpoint in the order of their events. */
  list(endpoint: DeliverySource, filter: DeliveryFilter): Promise<Delivery[]>;

  /** The newest resends of an original delivery, newest first; strongly consistent. One read for the list and one for each resend. */
  listResends(original: DeliveryPlace, limit: number): Promise<Delivery[]>;
};

/**
 * Deliveries with their attempts. Dispatching an event writes no delivery: it is written with its first attempt or change of
 * state, unless an API request created it.
 */
export type DeliveryStore = DeliveryReader & {
  /**
   * Acquires a lease on attempt n of a recorded delivery (docs/failure-histories.md#seventh-request). A first attempt
   * that is not recorded needs no lease.
   */
  claim(delivery: DeliveryPlace, attempt: number, now: Date): Promise<ClaimResult>;

  /**
   * Records attempt n exactly once. Returns the stored delivery: with this attempt, or, if attempt n was already recorded,
   * as the earlier run left it. A delivery that became final during the attempt stays final unless the attempt succeeded
   * (docs/specification/webhooks.md#delivery-states). `isProbablyNew` chooses the write that is cheaper for a delivery that is not
   * recorded yet; the result is the same if the guess is wrong.
   */
  recordAttempt(
    delivery: Delivery,
    attempt: Attempt,
    progress: DeliveryProgress,
    isProbablyNew?: boolean,
  ): Promise<Delivery>;

  /** Makes a delivery final or held without an attempt, unless it is final already. Idempotent. */
  settle(delivery: Delivery, progress: DeliveryProgress): Promise<void>;

  /** Records that a resend of a delivery succeeded, and cancels the delivery if it is pending. A final state stays. */
  supersede(delivery: DeliveryPlace, resendId: string, now: Date): Promise<void>;
};
