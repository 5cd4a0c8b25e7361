import type { StageConfig } from './config.ts';

/**
 * Lambda keeps 100 concurrent invocations of an account unreserved, and all of them in an account with a lower quota. Below this
 * value the rest is too small to reserve, so a deployment would fail or the API would have nothing left.
 */
const RESERVES_FROM = 200;
/** Concurrency that Lambda never lets an account reserve. */
export const UNRESERVABLE = 100;
/** Share of the account that the queue consumers leave to the API, the stream consumers and the sweeps. */
const API_SHARE = 0.2;
/** Share of the account that each operation with `waits` reserves. */
const WAITING_SHARE = 0.05;
const MIN_OF_WAITING = 10;
/** Number of operations with `waits`: `read-event-feed` and `call-agent-tool`. */
export const WAITING_OPERATIONS = 2;
/** Lambda rejects a lower maximum concurrency of a mapping. */
const MIN_OF_MAPPING = 2;
/** `sweep-deliveries`, `sweep-schedules`, `redact-payloads`, `erase-workspaces`, `export-workspaces` and `delete-visitor-salts` each reserve one. */
const SCHEDULED_FUNCTIONS = 6;

/** AWS advises at least 5 for Lambda consumers, so that throttling alone never moves a message to the dead-letter queue. */
const RECEIVES_WITH_RESERVATION = 5;
/**
 * Without a reservation other functions can throttle a consumer for hours, and each throttled batch counts as a receive. With 100
 * receives, a message of the queue with the shortest visibility timeout (90 s) survives 2.5 hours of throttling.
 */
const RECEIVES_WITHOUT_RESERVATION = 100;

/** The event source mappings of queues, each with its own maximum concurrency. */
export type QueueMapping =
  | 'deliver'
  | 'deliverSlow'
  | 'release'
  | 'recover'
  | 'notify'
  | 'publish'
  | 'broadcast'
  | 'sending'
  | 'recompute'
  | 'message'
  | 'receipt'
  | 'calendar'
  | 'import'
  | 'removal'
  | 'download'
  | 'visits';

export type StageConcurrency = {
  /** Maximum concurrency of each mapping. */
  readonly of: Readonly<Record<QueueMapping, number>>;
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
  const available = reserves
    ? Math.min(shared, account - UNRESERVABLE) - SCHEDULED_FUNCTIONS - WAITING_OPERATIONS * waiting
    : shared;
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
  return reserves ? sum(of) + SCHEDULED_FUNCTIONS + WAITING_OPERATIONS * waiting : 0;
}

function intended({
  deliverConcurrency: { healthy, slow },
}: Pick<StageConfig, 'deliverConcurrency'>): Record<QueueMapping, number> {
  return {
    deliver: healthy,
    deliverSlow: slow,
    // A probe releases a few deliveries at a time.
    release: 2,
    // Recoveries are background work and must never use the concurrency that new deliveries need.
    recover: 2,
    // A target receives at most a few notifications an hour.
    notify: 2,
    // Accounts that are published to at a time: social networks are slow, and media take minutes.
    publish: 20,
    broadcast: 2,
    // Broadcasts that are sent at the same time. Each run lasts 40 seconds, then another broadcast has its turn.
    sending: 4,
    // A workspace changes its time zone or its accounts a few times a year.
    recompute: 2,
    // Each invocation sends ten messages at a time. A WhatsApp number sends 80 a second, a number for text messages a few.
    message: 10,
    receipt: 5,
    // A workspace whose contacts have dates sends two messages a day.
    calendar: 2,
    // A workspace has at most one import in progress, and its runs take turns with those of other workspaces.
    import: 2,
    // Each invocation removes a post from one account after another.
    removal: 2,
    // A download of 200 MB takes up to two minutes; most are images.
    download: 4,
    // An invocation counts thousands of visits, and fewer invocations make larger batches.
    visits: 2,
  };
}

/** Reduces the part of each value above the minimum by the same factor, so that the sum is at most `available`. */
function scaledTo(
  available: number,
  values: Readonly<Record<QueueMapping, number>>,
): Readonly<Record<QueueMapping, number>> {
  const least = MIN_OF_MAPPING * Object.keys(values).length;
  const factor = Math.min(1, Math.max(0, available - least) / Math.max(1, sum(values) - least));
  const scaled = (value: number): number =>
    MIN_OF_MAPPING + Math.floor(Math.max(0, value - MIN_OF_MAPPING) * factor);
  return {
    deliver: scaled(values.deliver),
    deliverSlow: scaled(values.deliverSlow),
    release: scaled(values.release),
    recover: scaled(values.recover),
    notify: scaled(values.notify),
    publish: scaled(values.publish),
    broadcast: scaled(values.broadcast),
    sending: scaled(values.sending),
    recompute: scaled(values.recompute),
    message: scaled(values.message),
    receipt: scaled(values.receipt),
    calendar: scaled(values.calendar),
    import: scaled(values.import),
    removal: scaled(values.removal),
    download: scaled(values.download),
    visits: scaled(values.visits),
  };
}

function sum(values: Readonly<Record<QueueMapping, number>>): number {
  return Object.values(values).reduce((total, value) => total + value, 0);
}
