import { CONSUMERS, OPERATIONS } from '#functions/registry.ts';
import type { Queue } from '#shared/platform/runtime/capabilities.ts';
import type { StageConfig } from './config.ts';

/**
 * Lambda keeps 100 concurrent invocations of an account unreserved, and all of them in an account with a lower quota. Below this
 * value the rest is too small to reserve, so a deployment would fail or the API would have nothing left.
 */
const RESERVES_FROM = 250;
/** Concurrency that Lambda never lets an account reserve. */
export const UNRESERVABLE = 100;
/** Share of the account that the consumers leave to the API. */
const API_SHARE = 0.2;
/** Share of the account that each operation with `waits` reserves. */
const WAITING_SHARE = 0.03;
const MIN_OF_WAITING = 10;
/** Number of operations that reserve concurrency for requests that wait. */
export const WAITING_OPERATIONS = OPERATIONS.filter(({ waits }) => waits).length;
/** Lambda rejects a lower maximum concurrency of a mapping. */
const MIN_OF_MAPPING = 2;
/**
 * Concurrency that each consumer of the stream reserves: 4 shards, each read by up to 4 invocations, and 4 for a new shard. Otherwise a flood
 * of API requests would stop the dispatch of events.
 */
export const STREAM_CONCURRENCY = 20;
const STREAM_FUNCTIONS = CONSUMERS.filter(({ source }) => source.kind === 'stream').length;
/** Each function with a schedule reserves one for each part of its work. */
const SCHEDULED_RUNS = CONSUMERS.flatMap(({ source }) =>
  source.kind === 'schedule' ? Array.from({ length: source.parts ?? 1 }) : [],
).length;

/** AWS advises at least 5 for Lambda consumers, so that throttling alone never moves a message to the dead-letter queue. */
const RECEIVES_WITH_RESERVATION = 5;
/**
 * Without a reservation other functions can throttle a consumer for hours, and each throttled batch counts as a receive. With 100
 * receives, a message of the queue with the shortest visibility timeout (90 s) survives 2.5 hours of throttling.
 */
const RECEIVES_WITHOUT_RESERVATION = 100;

/** Numbers by the name of a queue. */
type PerQueue = Readonly<Partial<Record<Queue, number>>>;

export type StageConcurrency = {
  /** Maximum concurrency of the mapping of each queue that has a consumer. */
  readonly of: PerQueue;
  /** Concurrency that each operation with `waits` reserves. It has no effect in an account that reserves nothing. */
  readonly waiting: number;
  /** Whether the functions of queues and schedules reserve their concurrency. */
  readonly reserves: boolean;
  readonly maxReceiveCount: number;
};

/**
 * The concurrency of a stage's queue consumers. If the intended values exceed what the account can give, they are scaled down, and
 * each mapping keeps at least the two that Lambda requires. In an account with fewer than 40 concurrent executions,
 * these minimums exceed 80 %.
 */
export function concurrencyOf(
  config: Pick<StageConfig, 'accountConcurrency' | 'deliverConcurrency'>,
): StageConcurrency {
  const { accountConcurrency: account } = config;
  const reserves = account >= RESERVES_FROM;
  const shared = Math.floor((1 - API_SHARE) * account);
  const waiting = Math.max(MIN_OF_WAITING, Math.floor(WAITING_SHARE * account));
  const available = reserves ? Math.min(shared, account - UNRESERVABLE) - fixedReservations(waiting) : shared;
  return {
    waiting,
    of: scaledTo(available, intended(config)),
    reserves,
    maxReceiveCount: reserves ? RECEIVES_WITH_RESERVATION : RECEIVES_WITHOUT_RESERVATION,
  };
}

/** The sum of what the functions of a stage reserve. */
export function reservationOf(
  config: Pick<StageConfig, 'accountConcurrency' | 'deliverConcurrency'>,
): number {
  const { of, waiting, reserves } = concurrencyOf(config);
  return reserves ? sum(of) + fixedReservations(waiting) : 0;
}

/** What the functions without a queue reserve. */
function fixedReservations(waiting: number): number {
  return SCHEDULED_RUNS + STREAM_FUNCTIONS * STREAM_CONCURRENCY + WAITING_OPERATIONS * waiting;
}

/** What the consumers declare. */
function intended({ deliverConcurrency }: Pick<StageConfig, 'deliverConcurrency'>): PerQueue {
  const consumed = CONSUMERS.flatMap(({ source }) => (source.kind === 'queue' ? source.queues : []));
  return Object.fromEntries(
    consumed.map(({ name, concurrency }) => [
      name,
      typeof concurrency === 'number' ? concurrency : deliverConcurrency[concurrency],
    ]),
  );
}

/** Reduces the part of each value above the minimum by the same factor, so that the sum is at most `available`. */
function scaledTo(available: number, values: PerQueue): PerQueue {
  const least = MIN_OF_MAPPING * Object.keys(values).length;
  const factor = Math.min(1, Math.max(0, available - least) / Math.max(1, sum(values) - least));
  const scaled = (value: number): number =>
    MIN_OF_MAPPING + Math.floor(Math.max(0, value - MIN_OF_MAPPING) * factor);
  return Object.fromEntries(Object.entries(values).map(([queue, value]) => [queue, scaled(value)]));
}

function sum(values: PerQueue): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
