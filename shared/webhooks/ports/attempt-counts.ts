import type { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { CounterId, CountPlace } from '#shared/webhooks/domain/attempt-counter.ts';
import type { Tally } from '#shared/webhooks/domain/attempt-tally.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import type { Bucket } from './sweep-store.ts';

/** An attempt of a delivery. */
export type AttemptKey = { readonly deliveryId: string; readonly number: number };

/** What a counter includes. */
export type CounterState = {
  /** The last batch. The counter includes the attempts of this batch and of all before. */
  readonly batch: number;
  /** Attempts of the last batch that are not included, because it was unknown whether they were recorded. */
  readonly excluded: readonly AttemptKey[];
};

/** Counts of the attempts of each endpoint (docs/adr/webhooks/0055-metrics-of-endpoints.md). Every write is idempotent. */
export type AttemptCounts = {
  /** Lists an hour for the roll-up. Written before the first count of the hour, so that the roll-up misses none. */
  announce(place: CountPlace, hour: Date, now: Date): Promise<void>;

  /** Stores the totals of a counter, which has one writer. An earlier batch never replaces a later one. */
  put(counter: CounterId, state: CounterState, totals: Tally): Promise<void>;

  /** The state of a counter, strongly consistent; undefined if it was never written. */
  find(counter: CounterId): Promise<CounterState | undefined>;

  /** Counts one attempt in an item of its own. Counting the same attempt again has no effect. */
  putLate(place: CountPlace, bucket: Date, attempt: AttemptKey, tally: Tally): Promise<void>;
};

/** An hour of a partition whose counters are added up. */
export type CountedHour = CountPlace & { readonly hour: Date };

/** The roll-up of counters: one item per hour with sums for five minutes each, one per day with sums for an hour each. */
export type AttemptRollUps = {
  /** The hours that were announced in an hour and shard, in pages. An unreadable item is returned as its error. */
  listAnnounced(bucket: Bucket): AsyncIterable<readonly (CountedHour | MalformedItemError)[]>;

  /**
   * Adds up the counters of an hour, and returns the errors of unreadable ones. A repeated call writes the same or newer sums.
   * Only one call may run at a time.
   */
  rollUp(hour: CountedHour): Promise<readonly MalformedItemError[]>;
};

/** Attempts that started in five minutes or in an hour. */
export type CountedSpan = { readonly start: Date; readonly tally: Tally };

/** The range of a read: `to` is exclusive. */
export type CountRange = {
  readonly from: Date;
  readonly to: Date;
  /** Whether the spans must be five minutes long; otherwise they may also be an hour long. */
  readonly isFine: boolean;
};

export type AttemptCountReader = {
  /** Hours before this one are rolled up; undefined before the first roll-up. */
  rolledUpUntil(): Promise<Date | undefined>;

  /** The counts of an endpoint in no order; several spans can have the same start. Eventually consistent. */
  read(
    endpoint: Pick<Endpoint, 'workspaceId' | 'id' | 'shards'>,
    range: CountRange,
    rolledUpUntil: Date | undefined,
  ): Promise<readonly CountedSpan[]>;

  /** The number of deliveries of an endpoint that wait for an attempt; `isMinimum` if there may be more. */
  countWaiting(
    endpoint: Pick<Endpoint, 'id' | 'shards'>,
  ): Promise<{ readonly count: number; readonly isMinimum: boolean }>;
};
