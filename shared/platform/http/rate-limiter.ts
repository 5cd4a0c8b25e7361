import { PlatformError } from '#shared/platform/core/errors.ts';
import type { Principal } from '#shared/platform/core/principal.ts';
import {
  RATE_WINDOW_SECONDS,
  type RateClass,
  type RateCounter,
  sampleSize,
  workspaceRateLimit,
} from '#shared/platform/core/rate-limit.ts';
import { describeError, type Log } from '#shared/platform/runtime/logger.ts';
import type { Operation } from './operation.ts';

/** Who is limited: a key, or all keys of a workspace together. */
type Scope = { readonly of: 'key' | 'workspace'; readonly id: string; readonly limit: number };

/** What this container knows about the requests of a subject in a minute. */
type Tally = {
  minute: number;
  /** The total that the counter returned last. */
  counted: number;
  /** Requests of this container that are not in `counted`. */
  uncounted: number;
  /** Requests of this container in the minute: the total is never lower, whatever the counter has missed. */
  own: number;
  /** The size of a sample at the limit that applies. */
  sample: number;
  /** Requests since the last addition to the counter, after the random start of the first sample. */
  position: number;
  /** The part of `position` that is the random start and not a request. */
  start: number;
  /** Requests of failed additions in the minute, for the next addition. */
  owed: number;
};

const WINDOW_MS = RATE_WINDOW_SECONDS * 1000;
const MAX_TALLIES = 2000;
const NOT_COUNTED = {
  code: 'REQUESTS_NOT_COUNTED',
  message: 'The counter of a rate limit did not respond; the request passes',
};

export type RateLimiter = {
  /**
   * Counts a request and returns the headers that describe the limits.
   * @throws PlatformError `rate_limited`, with the same headers
   */
  count(
    principal: Pick<Principal, 'keyId' | 'workspaceId' | 'rateLimits'>,
    now: Date,
  ): Promise<Readonly<Record<string, string>>>;
};

/**
 * Limits the requests of each key and of each workspace per minute (docs/specification.md#rate-limits).
 *
 * Every container adds to the counter only once per sample of requests, starting at a random position in the first sample. So the
 * total is right on average, however the requests are spread over containers. The total that the counter returns tells the
 * container about the requests of the others. A counter that does not respond never fails a request.
 */
export function createRateLimiter(
  operation: Pick<Operation, 'rateClass' | 'routes'>,
  counter: RateCounter,
  log: Log,
  random: () => number,
): RateLimiter {
  const rateClass = rateClassOf(operation);
  const tallies = new Map<string, Tally>();

  return {
    async count({ keyId, workspaceId, rateLimits }, now) {
      const scopes: readonly Scope[] = [
        { of: 'key', id: keyId, limit: rateLimits[rateClass] },
        { of: 'workspace', id: workspaceId, limit: workspaceRateLimit(rateClass) },
      ];
      const known = scopes.map((scope) => ({ ...scope, tally: tallyOf(scope, now) }));
      // A request that is rejected here is not counted, because the limit already applies.
      const reached = known.find(({ tally, limit }) => estimate(tally) >= limit);
      if (reached) throw tooManyRequests(reached, headersOf(known, now), now);
      await Promise.all(known.map((scope) => addRequest(scope, now)));
      const exceeded = known.find(({ tally, limit }) => estimate(tally) > limit);
      if (exceeded) throw tooManyRequests(exceeded, headersOf(known, now), now);
      return headersOf(known, now);
    },
  };

  function tallyOf({ id, limit }: Scope, now: Date): Tally {
    const minute = minuteOf(now);
    const before = tallies.get(id);
    const sample = sampleSize(limit);
    if (before && before.sample !== sample) restartSample(before, sample);
    if (before?.minute === minute) return before;
    if (tallies.size >= MAX_TALLIES) tallies.clear();
    const start = before ? before.start : sample - 1 - Math.floor(random() * sample);
    const position = before ? before.position : start;
    const tally = { minute, counted: 0, uncounted: 0, own: 0, sample, position, start, owed: 0 };
    tallies.set(id, tally);
    return tally;
  }

  async function addRequest({ of, id, tally }: Scope & { readonly tally: Tally }, now: Date) {
    tally.own += 1;
    tally.uncounted += 1;
    tally.position += 1;
    if (tally.position < tally.sample) return;
    const requests = tally.position + tally.owed;
    Object.assign(tally, { position: 0, start: 0, owed: 0 });
    try {
      tally.counted = await counter.add(`${id}#${rateClass}`, new Date(tally.minute), requests);
      tally.uncounted = 0;
    } catch (error) {
      // An addition without a response may have been made. Adding it again could count it twice and limit a key too early.
      tally.owed = isUnanswered(error) ? 0 : requests;
      log.warn(NOT_COUNTED, {
        limit_of: of,
        class: rateClass,
        at: now.toISOString(),
        ...describeError(error),
      });
    }
  }

  function headersOf(
    scopes: readonly (Scope & { readonly tally: Tally })[],
    now: Date,
  ): Readonly<Record<string, string>> {
    const policies = scopes.map(
      ({ of, limit }) => `"${of}-${rateClass}";q=${limit};w=${RATE_WINDOW_SECONDS}`,
    );
    const states = scopes.map(({ of, limit, tally }) => {
      const remaining = Math.max(0, limit - estimate(tally));
      return `"${of}-${rateClass}";r=${remaining};t=${secondsLeft(now)}`;
    });
    return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') };
  }

  function tooManyRequests(
    { of, limit }: Scope,
    headers: Readonly<Record<string, string>>,
    now: Date,
  ): PlatformError {
    const who = of === 'key' ? 'This API key' : 'All API keys of this workspace together';
    return new PlatformError(
      'rate_limited',
      `${who} can send ${limit} ${rateClass} requests per minute. Repeat the request after the time in Retry-After.`,
      { limit, limit_of: of, headers: { ...headers, 'Retry-After': String(secondsLeft(now)) } },
    );
  }
}

/** The class of an operation: the one it declares, otherwise by its methods. */
export function rateClassOf({ rateClass, routes }: Pick<Operation, 'rateClass' | 'routes'>): RateClass {
  if (rateClass) return rateClass;
  return routes.every(({ method }) => method === 'GET' || method === 'HEAD') ? 'read' : 'write';
}

function estimate({ counted, uncounted, own }: Tally): number {
  return Math.max(counted + uncounted, own);
}

/**
 * Continues with another size of samples after an edit of the limit. Requests that were not added yet remain; the random start
 * belonged to the old size and could be larger than the new limit.
 */
function restartSample(tally: Tally, sample: number): void {
  Object.assign(tally, { sample, position: tally.position - tally.start, start: 0 });
}

/** Whether a call was aborted after its time limit: DynamoDB may have executed it nevertheless. */
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError');
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / WINDOW_MS) * WINDOW_MS;
}

/** Whole seconds until the next minute, at least 1. */
function secondsLeft(now: Date): number {
  return Math.ceil((minuteOf(now) + WINDOW_MS - now.getTime()) / 1000);
}
