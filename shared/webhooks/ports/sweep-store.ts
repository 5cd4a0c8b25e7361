import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { DeliveryPlace } from '#shared/webhooks/domain/delivery-shards.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { SweepScan } from '#shared/webhooks/metrics.ts';

/** One partition of one minute, the unit of a scan; of one hour for counts. Buckets are ordered by minute, then by shard. */
export type Bucket = { readonly minute: Date; readonly shard: number };

/** The first minute of each shard that a scan has not handled completely; the index is the shard. */
export type ShardMinutes = readonly Date[];

/** What the sweep reads of every event: which deliveries it requires. */
export type SweptEvent = Pick<RecordedEvent, 'id' | 'recordedAt' | 'matches'>;

/** A delivery in the index of scheduled attempts; eventually consistent. */
export type DueDelivery = {
  readonly endpointId: string;
  readonly shard: number;
  readonly deliveryId: string;
  /** Opaque sort key of the index, which the claim compares. */
  readonly indexKey: string;
};

/** The cursor of the hours of counted attempts, which one run after the other adds up. */
export type CountsCursor = {
  /** Returns the bucket where the roll-up continues. On its very first run, stores and returns `start`. */
  resume(scan: 'counts', start: Bucket): Promise<Bucket>;

  /** Advances the cursor, never back: a slow run must not undo the progress of another. */
  advance(scan: 'counts', next: Bucket): Promise<void>;
};

/**
 * What the sweep reads and claims (docs/failure-histories.md#sweep-repeats-a-backlog). The run that claims a delivery queues
 * it; no other run does before `nextCheckAt`.
 */
export type SweepStore = CountsCursor & {
  /** Returns where a scan continues in each shard. On its very first run, stores `start` for all shards. */
  resumeShards(scan: SweepScan, start: Date): Promise<ShardMinutes>;

  /**
   * Advances the cursors of some shards, each by itself, and none back. Returns the cursors of all shards afterwards, including those that other
   * runs advance.
   */
  advanceShards(scan: SweepScan, next: ReadonlyMap<number, Date>): Promise<ShardMinutes>;

  /** Recorded events of a bucket that match an endpoint, in pages. An unreadable item is returned as its error. */
  readEvents(bucket: Bucket): AsyncIterable<readonly (SweptEvent | MalformedItemError)[]>;

  /** The whole event; undefined if it has expired by now. @throws MalformedItemError */
  readEvent(eventId: string): Promise<RecordedEvent | undefined>;

  /** Returns the deliveries, of at most 100, that are not recorded. */
  findAbsent(places: readonly DeliveryPlace[]): Promise<DeliveryPlace[]>;

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
