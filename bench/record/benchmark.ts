/** A folder of `bench` with a `run.ts`; its results are in `bench/results/<name>.json`. */
export type BenchmarkName =
  | 'broadcast'
  | 'cold'
  | 'console'
  | 'cost'
  | 'endpoint-options'
  | 'fairness'
  | 'hot'
  | 'ingest-latency'
  | 'load'
  | 'local-stack'
  | 'memory'
  | 'page-views'
  | 'rate-limit'
  | 'recovery'
  | 'secret-keys'
  | 'sweep';

/** What `npm run bench` runs, and the code that the results describe. */
export type Benchmark = {
  readonly name: BenchmarkName;
  /** By the name in the results file: the arguments of `run.ts`, without the one that saves the result. */
  readonly runs: Readonly<Record<string, readonly string[]>>;
  /** Arguments of the shortest run that reaches every part of the benchmark. Its figures say nothing. */
  readonly brief: readonly string[];
  /** The argument that saves a result, if it contains the name of the run. */
  readonly save?: (run: string) => readonly string[];
  /** Files and folders. A result is stale when one of them has changed since. */
  readonly covers: readonly string[];
  /** Folders of functions. A result is stale when the code of one of their bundles has changed since. */
  readonly functions?: readonly string[];
};

/** The functions that an event passes from `ingest-event` to the receiver. */
export const PATH_OF_EVENTS = [
  'functions/events/ingest-event',
  'functions/webhooks/dispatch-event',
  'functions/webhooks/deliver-webhook',
] as const;

/** Besides functions, what a benchmark measures that sends events through a local stack. */
export const LOCAL_STACK = [
  'local/dynamodb',
  'local/emulators',
  'local/functions',
  'local/gateway',
  'local/pollers',
  'local/queues',
] as const;

/** Besides functions, what a benchmark measures that loads a local stack with many events. */
export const UNDER_LOAD = [
  'bench/load',
  ...LOCAL_STACK,
  'functions/webhooks/deliver-webhook/consumer.ts',
  'functions/webhooks/dispatch-event/consumer.ts',
  'infra/consumers/event-mappings.ts',
  'infra/consumers/stream-source.ts',
  'infra/consumers/work-queue.ts',
  'infra/config.ts',
  'infra/settings/delivery-settings.ts',
  'package-lock.json',
] as const;
