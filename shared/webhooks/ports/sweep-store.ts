import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/** The scans of the sweep: recorded events, deliveries whose next attempt is overdue, and hours of counted attempts. */
export type SweepScan = 'events' | 'due' | 'counts';

/** One partition of one minute, the unit of a scan; of one hour for counts. Buckets are ordered by minute, then by shard. */
export type Bucket = { readonly minute: Date; readonly shard: number };

/** A delivery in the index of scheduled attempts; eventually consistent. */
export type DueDelivery = {
  readonly endpointId: string;
  readonly shard: number;
  readonly deliveryId: string;
  /** Opaque sort key of the index, which the claim compares. */
  readonly indexKey: string;
};

/**
 * What the sweep reads and claims (docs/failure-histories.md#sweep-repeats-a-backlog). The run that claims a delivery queues
 * it; no other run does before `nextCheckAt`.
 */
export type SweepStore = {
  /** Returns the bucket where a scan continues. On its very first run, stores and returns `start`. */
  resume(scan: SweepScan, start: Bucket): Promise<Bucket>;

  /** Advances the cursor of a scan, never back: a slow run must not undo the progress of another. */
  advance(scan: SweepScan, next: Bucket): Promise<void>;

  /** Recorded events of a bucket that match an endpoint, in pages. An unreadable item is returned as its error. */
  readEvents(bucket: Bucket): AsyncIterable<readonly (RecordedEvent | MalformedItemError)[]>;

  /** Returns the deliveries, of at most 100, that are not recorded. */
  findAbsent(deliveries: readonly Delivery[]): Promise<Delivery[]>;

  /** Writes a delivery that is not recorded yet, to be checked again later. Returns false if it is recorded by now. */
  claimAbsent(delivery: Delivery, nextCheckAt: Date): Promise<boolean>;

  /**
   * Deliveries whose next attempt was planned in a bucket, in pages. Final and held deliveries are excluded. An unreadable item is
   * returned as its error.
   */
  readDue(bucket: Bucket): AsyncIterable<readonly (DueDelivery | MalformedItemError)[]>;

  /**
   * Postpones the next check of an overdue delivery; the planned time of its attempt stays. Returns undefined if the delivery
   * changed since it was read, or if another run claimed it. @throws MalformedItemError after the claim
   */
  claimDue(due: DueDelivery, nextCheckAt: Date): Promise<Delivery | undefined>;
};
