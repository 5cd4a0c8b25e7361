/** A folder of `bench` with a `run.ts`; its results are in `bench/results/<name>.json`. */
export type BenchmarkName =
  | 'cold'
  | 'console'
  | 'cost'
  | 'fairness'
  | 'hot'
  | 'ingest-latency'
  | 'load'
  | 'local-stack'
  | 'memory'
  | 'rate-limit'
  | 'recovery';

/** What `npm run bench` runs, and the code that the results describe. */
export type Benchmark = {
  readonly name: BenchmarkName;
  /** By the name in the results file: the arguments of `run.ts`, without the one that saves the result. */
  readonly runs: Readonly<Record<string, readonly string[]>>;
  /** The argument that saves a result, if it contains the name of the run. */
  readonly save?: (run: string) => readonly string[];
  /** Files and folders. A result is stale when one of them has changed since. */
  readonly covers: readonly string[];
};

/** What an event passes from `ingest-event` to the receiver. */
export const PATH_OF_EVENTS = [
  'functions/events/ingest-event',
  'functions/webhooks/dispatch-event',
  'functions/webhooks/deliver-webhook',
  'shared/platform',
  'shared/events',
  'shared/webhooks',
  'package-lock.json',
] as const;

/** What a benchmark measures that sends events through a local stack. */
export const PATH_UNDER_LOAD = [
  'bench/load',
  ...PATH_OF_EVENTS,
  'local',
  'infra/consumers',
  'infra/config.ts',
  'infra/delivery-settings.ts',
] as const;
