/** The classes of requests, each with a limit of its own (docs/specification.md#rate-limits). */
export const RATE_CLASSES = ['read', 'write', 'ingest'] as const;

export type RateClass = (typeof RATE_CLASSES)[number];

/** Requests per minute by class. */
export type RateLimits = Readonly<Record<RateClass, number>>;

/** The limits of a key for which no admin set others. */
export const DEFAULT_RATE_LIMITS: RateLimits = { read: 300, write: 120, ingest: 6000 };

/** The limits of a workspace, and the highest limits of a key, as a multiple of the default limits. */
const WORKSPACE_FACTOR = 5;

/** Length of the window in which requests are counted. */
export const RATE_WINDOW_SECONDS = 60;

/** The limits that an admin set for a key; the default limit applies to every other class. */
export type OwnRateLimits = { readonly [Class in RateClass]?: number | undefined };

/** The limits that apply to a key. */
export function keyRateLimits(own: OwnRateLimits): RateLimits {
  const { read, write, ingest } = DEFAULT_RATE_LIMITS;
  return { read: own.read ?? read, write: own.write ?? write, ingest: own.ingest ?? ingest };
}

/** The limit of all keys of a workspace together. */
export function workspaceRateLimit(rateClass: RateClass): number {
  return DEFAULT_RATE_LIMITS[rateClass] * WORKSPACE_FACTOR;
}

/** How many samples make up a limit: more samples make the estimate more exact, and cost more writes. */
const SAMPLES_PER_LIMIT = 40;

/** The number of requests that one addition to a counter stands for. */
export function sampleSize(limit: number): number {
  return Math.max(1, Math.floor(limit / SAMPLES_PER_LIMIT));
}

/** Counters of requests. Each belongs to one subject, such as a key and a class, and to one minute. */
export type RateCounter = {
  /** Adds requests to the counter and returns its total. @throws Error if the counter does not respond soon */
  add(subject: string, minute: Date, requests: number): Promise<number>;
};
