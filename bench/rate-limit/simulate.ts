import { operation as ingestEvent } from '#functions/events/ingest-event/operation.ts';
import { operation as createTag } from '#functions/publishing/create-tag/operation.ts';
import { operation as listTags } from '#functions/publishing/list-tags/operation.ts';
import { PlatformError } from '#shared/platform/core/errors.ts';
import type { RateClass, RateCounter, RateLimits } from '#shared/platform/core/rate-limit.ts';
import { createRateLimiter } from '#shared/platform/http/rate-limiter.ts';

/** One key that sends requests of one class, spread at random over containers. */
export type Scenario = { readonly rateClass: RateClass; readonly limit: number; readonly containers: number };

/** The outcome of a minute with a number of requests. */
export type Minute = {
  /** Difference between the total of the counter and the requests, as a share of the requests. */
  readonly error: number;
  readonly passed: number;
  readonly writes: number;
};

const OPERATIONS = { read: listTags, write: createTag, ingest: ingestEvent };
const AT = new Date('2027-01-01T00:00:00Z');
const silent = () => undefined;
const LOG = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * Sends requests within one minute through the limiter of the platform. Each container starts with an empty memory, which is the worst
 * case: a warm container continues its sample.
 */
export async function runMinute(
  { rateClass, limit, containers }: Scenario,
  requests: number,
  random: () => number,
): Promise<Minute> {
  let writes = 0;
  const totals = new Map<string, number>();
  const counter: RateCounter = {
    async add(subject, _minute, added) {
      writes += 1;
      const total = (totals.get(subject) ?? 0) + added;
      totals.set(subject, total);
      return total;
    },
  };
  const limiters = Array.from({ length: containers }, () =>
    createRateLimiter(OPERATIONS[rateClass], counter, LOG, random),
  );
  const rateLimits: RateLimits = { read: limit, write: limit, ingest: limit };
  const caller = { keyId: 'key', workspaceId: 'workspace', rateLimits };
  let passed = 0;
  for (let each = 0; each < requests; each += 1) {
    const limiter = limiters[Math.floor(random() * containers)];
    try {
      await limiter?.count(caller, AT);
      passed += 1;
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
    }
  }
  const counted = totals.get(`key#${rateClass}`) ?? 0;
  return { error: Math.abs(counted - requests) / requests, passed, writes };
}
