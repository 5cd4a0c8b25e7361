import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { RetryMessageError } from '#shared/platform/queues/queue-consumer.ts';
import type { Clock } from '#shared/platform/runtime/clock.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import {
  COUNTED_MS,
  countedInOf,
  type CounterId,
  startOf,
  toCountedIn,
} from '#shared/webhooks/domain/attempt-counter.ts';
import { sumOf, type Tally, tallyOf } from '#shared/webhooks/domain/attempt-tally.ts';
import type { Attempt, Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { AttemptCounts, AttemptKey } from '#shared/webhooks/ports/attempt-counts.ts';

/** After this time, the run that recorded an attempt has ended: the function times out after 15 s. */
const RUN_ENDED_MS = 60_000;

/** An older attempt is not counted any more, because the sums of its hour would not include it. */
const COUNTED_LATE_MS = 24 * HOUR_MS;

/** Length of the random part of a counter's key: 48 bits, unique among the containers that serve an endpoint in five minutes. */
const WRITER_DIGITS = 12;

/** Hours remembered by a container. */
const MAX_ANNOUNCED = 1000;

const NOT_COUNTED = {
  code: 'ATTEMPTS_NOT_COUNTED',
  message: 'Attempts could not be counted; their messages return to the queue and are counted then',
};

export type CountingDependencies = {
  readonly counts: AttemptCounts;
  readonly clock: Clock;
  readonly newNonce: () => string;
  readonly log: Log;
};

/** A counter of this container, with the totals of its last batch. */
type Counter = { readonly id: CounterId; readonly batch: number; readonly totals: Tally };

/** A counter in use by one batch. */
type InUse = {
  readonly counter: Counter;
  /** By attempt, because a batch can contain a message twice. */
  readonly added: Map<string, Tally>;
  /** Attempts whose write failed, so it is unknown whether DynamoDB has stored them. */
  readonly failed: Map<string, AttemptKey>;
  /** The messages of the added attempts. */
  readonly messages: string[];
};

/** The attempts of one batch of messages. */
export type CountedBatch = {
  /** The attempt as it must be recorded: it names the counter that will include the attempt. */
  nameCounter(delivery: Delivery, attempt: Attempt): Attempt;
  /** The write of the attempt failed, so it is unknown whether DynamoDB has stored the attempt. */
  exclude(delivery: Delivery, attempt: Attempt): void;
  /**
   * Counts an attempt that was recorded. If another run has recorded it, `countEarlier` decides.
   * @throws RetryMessageError
   */
  count(recorded: Delivery, attempt: Attempt, messageId: string): Promise<void>;
  /**
   * Counts an attempt that an earlier run recorded, unless the attempt is counted already. While the earlier run may still count the
   * attempt, the message must go back to the queue.
   * @throws RetryMessageError
   */
  countEarlier(delivery: Delivery, number: number): Promise<void>;
  /** Writes the counts. Returns the messages that must go back to the queue, because their attempts are not counted. */
  finish(): Promise<readonly string[]>;
};

/**
 * Counts recorded attempts once (docs/adr/webhooks/0055-metrics-of-endpoints.md). Each attempt is recorded with the counter and the batch that will
 * include the attempt. If a run ends before it writes its counts, the message of the attempt returns. The next run then compares attempt
 * and counter, and counts the attempt.
 */
export function createAttemptCounting({ counts, clock, newNonce, log }: CountingDependencies) {
  /** Counters of the current five minutes that no batch uses, by endpoint. */
  let idle = { bucket: 0, counters: new Map<string, Counter>() };
  const announced = new Set<string>();

  function startBatch(): CountedBatch {
    const inUse = new Map<string, InUse>();

    return {
      nameCounter(delivery, attempt) {
        const { counter } = use(delivery, attempt.startedAt);
        return { ...attempt, countedIn: toCountedIn(counter.id, counter.batch + 1) };
      },

      exclude(delivery, { number, startedAt }) {
        use(delivery, startedAt).failed.set(keyOf(delivery, number), { deliveryId: delivery.id, number });
      },

      async count(recorded, attempt, messageId) {
        const { number, startedAt, countedIn } = attempt;
        if (recorded.attempts[number - 1]?.countedIn !== countedIn) return countEarlier(recorded, number);
        const used = use(recorded, startedAt);
        used.added.set(keyOf(recorded, number), tallyOf(attempt));
        used.messages.push(messageId);
      },

      countEarlier,

      async finish() {
        const uncounted = await Promise.all([...inUse.values()].map(finishCounter));
        return uncounted.flat();
      },
    };

    function use({ workspaceId, endpointId, shard }: Delivery, startedAt: Date): InUse {
      const bucket = startOf(startedAt, COUNTED_MS);
      const key = `${endpointId}/${bucket.getTime()}`;
      const known = inUse.get(key);
      if (known) return known;
      const writer = newNonce().replaceAll('-', '').slice(0, WRITER_DIGITS);
      const fresh = { id: { workspaceId, endpointId, shard, bucket, writer }, batch: 0, totals: new Map() };
      const used = {
        counter: takeIdle(endpointId, bucket) ?? fresh,
        added: new Map(),
        failed: new Map(),
        messages: [],
      };
      inUse.set(key, used);
      return used;
    }
  }

  /** Two batches never share a counter, not even if a container handles both at a time. */
  function takeIdle(endpointId: string, bucket: Date): Counter | undefined {
    if (idle.bucket !== bucket.getTime()) return undefined;
    const counter = idle.counters.get(endpointId);
    idle.counters.delete(endpointId);
    return counter;
  }

  function keepIdle(counter: Counter): void {
    const current = startOf(clock(), COUNTED_MS).getTime();
    if (counter.id.bucket.getTime() !== current) return;
    if (idle.bucket !== current) idle = { bucket: current, counters: new Map() };
    idle.counters.set(counter.id.endpointId, counter);
  }

  /** Writes the totals. A counter is used again only if it includes exactly the attempts that name it. */
  async function finishCounter({ counter, added, failed, messages }: InUse): Promise<readonly string[]> {
    const { id } = counter;
    const excluded = [...failed].filter(([key]) => !added.has(key)).map(([, attempt]) => attempt);
    if (added.size === 0) {
      if (excluded.length === 0) keepIdle(counter);
      return [];
    }
    const batch = counter.batch + 1;
    const totals = sumOf([counter.totals, ...added.values()]);
    try {
      await announce(id);
      await counts.put(id, { batch, excluded }, totals);
    } catch (error) {
      log.warn(NOT_COUNTED, { endpoint_id: id.endpointId, attempts: added.size, ...describeError(error) });
      return messages;
    }
    if (excluded.length === 0) keepIdle({ id, batch, totals });
    return [];
  }

  /** Announces an hour of a partition, once in a container. */
  async function announce({ bucket, ...place }: CounterId): Promise<void> {
    const hour = startOf(bucket, HOUR_MS);
    const key = `${place.endpointId}/${place.shard}/${hour.getTime()}`;
    if (announced.has(key)) return;
    await counts.announce(place, hour, clock());
    if (announced.size >= MAX_ANNOUNCED) announced.clear();
    announced.add(key);
  }

  async function countEarlier(delivery: Delivery, number: number): Promise<void> {
    const attempt = delivery.attempts[number - 1];
    const named = attempt && countedInOf(delivery, attempt);
    if (!named) return;
    const { counter, batch } = named;
    const age = clock().getTime() - attempt.startedAt.getTime();
    if (age > COUNTED_LATE_MS || (await includes(counter, batch, { deliveryId: delivery.id, number })))
      return;
    if (age < RUN_ENDED_MS) throw new RetryMessageError('Another run may still count this attempt');
    await countLate(counter, delivery, attempt);
  }

  async function includes(counter: CounterId, batch: number, key: AttemptKey): Promise<boolean> {
    const state = await counts.find(counter);
    if (state === undefined || state.batch < batch) return false;
    return !state.excluded.some(
      ({ deliveryId, number }) => deliveryId === key.deliveryId && number === key.number,
    );
  }

  async function countLate(counter: CounterId, delivery: Delivery, attempt: Attempt): Promise<void> {
    const { bucket, ...place } = counter;
    // Announces the hour each time, because the roll-up that reads the announcement of the other run may be over.
    await counts.announce(place, startOf(bucket, HOUR_MS), clock());
    const key = { deliveryId: delivery.id, number: attempt.number };
    await counts.putLate(place, bucket, key, tallyOf(attempt));
  }

  return { startBatch };
}

function keyOf({ id }: Delivery, number: number): string {
  return `${id}/${number}`;
}
