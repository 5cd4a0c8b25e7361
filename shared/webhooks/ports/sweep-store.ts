import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';

/** The two walks of the sweep: over recorded events, and over deliveries whose next attempt was due. */
export type SweepWalk = 'events' | 'due';

/** One partition of one minute: what a walk reads in one go. Buckets follow each other by minute, then by shard. */
export type Bucket = { readonly minute: Date; readonly shard: number };

/** A delivery as the index of due ones shows it, maybe a moment late. */
export type DueDelivery = {
  readonly endpointId: string;
  readonly deliveryId: string;
  /** What the claim must still find there; says nothing to anyone else. */
  readonly mark: string;
};

/** What the sweep reads and claims (H9). Whoever claims a delivery queues it; nobody else does before `retryLaterAt`. */
export interface SweepStore {
  /** The bucket a walk goes on with. Its very first run starts at `start`, and later ones know that (H9). */
  begin(walk: SweepWalk, start: Bucket): Promise<Bucket>;

  /** Moves a walk's cursor on, never back: a slow run must not undo what another one reached. */
  advance(walk: SweepWalk, next: Bucket): Promise<void>;

  /** Recorded events of a bucket that match an endpoint, in pages; what cannot be read comes as its error. */
  readEvents(bucket: Bucket): AsyncIterable<readonly (RecordedEvent | MalformedItemError)[]>;

  /** Those of at most 100 deliveries that are not on record. */
  absentOf(deliveries: readonly Delivery[]): Promise<Delivery[]>;

  /** Writes a delivery that nothing is known of yet, to be looked at again. False if it is on record by now. */
  claimAbsent(delivery: Delivery, retryLaterAt: Date): Promise<boolean>;

  /** Deliveries whose next attempt was due in a bucket, in pages. Ended and held ones are not among them. */
  readDue(bucket: Bucket): AsyncIterable<readonly DueDelivery[]>;

  /**
   * Has a due delivery looked at again at a later time. Undefined if it has gone on since it was read, or another run
   * claimed it. When its attempt was due stays as it is. @throws MalformedItemError once it is claimed
   */
  claimDue(due: DueDelivery, retryLaterAt: Date): Promise<Delivery | undefined>;
}
