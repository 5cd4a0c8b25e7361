import type { DeliveryReason } from '#shared/webhooks/domain/delivery-reason.ts';
import type { Attempt, Delivery, DeliveryState } from '#shared/webhooks/domain/delivery.ts';

/** What a wake finds on record before it may send attempt n. */
export type ClaimResult =
  | { readonly kind: 'claimed' }
  /** Attempt n was recorded before: nothing to send; the retry is planned again if one is due (H15). */
  | { readonly kind: 'recorded'; readonly delivery: Delivery }
  /** The delivery has ended, waits for another attempt than n, or is gone. */
  | { readonly kind: 'superseded'; readonly delivery: Delivery | undefined }
  /** Another run holds attempt n; look again when its lease is over. */
  | { readonly kind: 'leased' };

/** How a delivery stands after an attempt, or after a wake that sent nothing. */
export type DeliveryProgress = {
  readonly state: DeliveryState;
  readonly reason: DeliveryReason | null;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
};

export type DeliveryFilter = {
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  readonly order: 'asc' | 'desc';
  readonly limit: number;
  /** Id of the last delivery of the page before. */
  readonly after?: string | undefined;
};

/** Deliveries with their attempts. A delivery is written when it has something to say. */
export interface DeliveryStore {
  /** Takes a lease on attempt n of a delivery that is on record (H3); a first attempt that is not needs none. */
  claim(delivery: Pick<Delivery, 'id' | 'endpointId'>, attempt: number, now: Date): Promise<ClaimResult>;

  /**
   * Records attempt n exactly once. Returns the delivery as it stands: with this attempt, or, if attempt n was on
   * record before, as the earlier run left it. A delivery that ended while the attempt was under way stays ended,
   * unless the attempt succeeded (R17). `isProbablyNew` says that nothing is likely to be on record yet: then it is the cheaper
   * write, and the same in the end if there is.
   */
  recordAttempt(
    delivery: Delivery,
    attempt: Attempt,
    progress: DeliveryProgress,
    isProbablyNew?: boolean,
  ): Promise<Delivery>;

  /** Ends or holds a delivery without an attempt, unless it has ended; running it twice changes nothing. */
  settle(delivery: Delivery, progress: DeliveryProgress): Promise<void>;

  /**
   * Notes that a resend of a delivery was delivered, and cancels it if it still waits (G107); one that ended stays ended.
   */
  supersede(endpointId: string, deliveryId: string, resendId: string, now: Date): Promise<void>;

  /** One delivery of an endpoint; strongly consistent. */
  find(endpointId: string, deliveryId: string): Promise<Delivery | undefined>;

  /** Deliveries of an endpoint in the order of their events. */
  list(endpointId: string, filter: DeliveryFilter): Promise<Delivery[]>;
}
