import { describe, expect, it } from 'vitest';
import { PlatformError } from '#shared/platform/core/errors.ts';
import { DEFAULT_RATE_LIMITS, type RateCounter, type RateLimits } from '#shared/platform/core/rate-limit.ts';
import { createRateLimiter, rateClassOf } from '#shared/platform/http/rate-limiter.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryRateCounter } from '#test/support/fakes/platform/memory-rate-counter.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const WRITE = { name: 'create-tag', routes: [{ method: 'POST', path: '/tags' }] } as const;
const CALLER = { keyId: 'key', workspaceId: 'workspace', rateLimits: DEFAULT_RATE_LIMITS };

/** A container whose first addition comes after its last request of a sample; `random` moves it. */
function aContainer({
  counter = createMemoryRateCounter(),
  random = (): number => 0.999,
  operation = WRITE,
} = {}) {
  const log = createRecordingLog();
  const limiter = createRateLimiter(operation, counter, log, random);
  /** How many of a number of requests pass. */
  async function passing(requests: number, limits: RateLimits = DEFAULT_RATE_LIMITS, at = NOW) {
    let passed = 0;
    for (let each = 0; each < requests; each += 1)
      await limiter.count({ ...CALLER, rateLimits: limits }, at).then(
        () => (passed += 1),
        (error: unknown) => {
          if (!(error instanceof PlatformError)) throw error;
        },
      );
    return passed;
  }
  return { log, passing, count: (at = NOW) => limiter.count(CALLER, at) };
}

/** A counter whose additions can fail; with `isExecuted`, they are made although they fail. */
function aFailingCounter({ isExecuted = false } = {}) {
  const totals = new Map<string, number>();
  let failure: Error | null = null;
  const counter: RateCounter = {
    async add(subject, _minute, requests) {
      const total = (totals.get(subject) ?? 0) + requests;
      if (failure === null || isExecuted) totals.set(subject, total);
      if (failure) throw failure;
      return total;
    },
  };
  return {
    counter,
    total: (subject: string) => totals.get(subject) ?? 0,
    failWith: (error: Error | null) => (failure = error),
  };
}

describe('the rate limiter', () => {
  it('rejects the requests of a key above its limit, until the minute ends', async () => {
    const { passing } = aContainer();

    expect(await passing(200)).toBe(120);
    expect(await passing(200, DEFAULT_RATE_LIMITS, secondsAfterNow(60))).toBe(120);
  });

  it('applies the limit that is set for the key', async () => {
    expect(await aContainer().passing(50, { ...DEFAULT_RATE_LIMITS, write: 7 })).toBe(7);
  });

  it('limits all keys of a workspace together to five times the default limit', async () => {
    expect(await aContainer().passing(700, { ...DEFAULT_RATE_LIMITS, write: 600 })).toBe(600);
    const counter = createMemoryRateCounter();
    await counter.add('workspace#write', new Date(Math.floor(NOW.getTime() / 60_000) * 60_000), 590);

    expect(await aContainer({ counter }).passing(100)).toBeLessThan(25);
  });

  it('explains the rejection, and shows when the next request can pass', async () => {
    const { passing, count } = aContainer();
    await passing(120);

    await expect(count(secondsAfterNow(0))).rejects.toMatchObject({
      code: 'rate_limited',
      message: expect.stringMatching(/^This API key can send 120 write requests per minute\. Repeat/u),
      extras: {
        limit: 120,
        limit_of: 'key',
        headers: {
          'Retry-After': expect.stringMatching(/^[1-9]\d?$/u),
          RateLimit: expect.stringContaining('r=0'),
        },
      },
    });
  });

  it('shows both limits and what remains of them', async () => {
    const { count, passing } = aContainer();
    await passing(19);
    const headers = await count();

    expect(headers['RateLimit-Policy']).toBe('"key-write";q=120;w=60, "workspace-write";q=600;w=60');
    expect(headers['RateLimit']).toMatch(/^"key-write";r=100;t=\d+, "workspace-write";r=580;t=\d+$/u);
  });

  it('learns of the requests of other containers when it adds its own', async () => {
    const counter = createMemoryRateCounter();
    await aContainer({ counter }).passing(100);

    expect(await aContainer({ counter }).passing(100)).toBeLessThanOrEqual(22);
  });

  it('adds to the counter once per sample of requests', async () => {
    const additions: number[] = [];
    const memory = createMemoryRateCounter();
    const counter: RateCounter = {
      add(subject, minute, requests) {
        additions.push(requests);
        return memory.add(subject, minute, requests);
      },
    };
    await aContainer({ counter }).passing(90);

    // Samples of 3 requests of the key, and of 15 requests of the workspace.
    expect(additions.filter((requests) => requests === 3)).toHaveLength(30);
    expect(additions.filter((requests) => requests === 15)).toHaveLength(6);
  });

  it('lets requests pass if the counter does not respond, and limits those of the container itself', async () => {
    const counter: RateCounter = { add: () => Promise.reject(new DOMException('Too slow.', 'TimeoutError')) };
    const { passing, log } = aContainer({ counter });

    expect(await passing(100)).toBe(100);
    expect(log.lines.map(({ code }) => code)).toContain('REQUESTS_NOT_COUNTED');
    expect(await passing(100)).toBe(20);
  });

  it('adds the requests of a failed addition with the next one', async () => {
    const { counter, total, failWith } = aFailingCounter();
    const { passing } = aContainer({ counter });
    failWith(new Error('Throttled'));
    await passing(30);
    failWith(null);
    await passing(3);

    expect(total('key#write')).toBe(33);
    expect(await aContainer({ counter }).passing(120)).toBeLessThanOrEqual(90);
  });

  it('never adds the requests of an addition without a response twice, and still limits its own', async () => {
    const { counter, total, failWith } = aFailingCounter({ isExecuted: true });
    const { passing } = aContainer({ counter });
    failWith(new DOMException('Too slow.', 'TimeoutError'));
    await passing(30);
    failWith(null);
    await passing(3);

    expect(total('key#write')).toBe(33);
  });

  it('limits its own requests although the counter has missed them', async () => {
    const { counter, failWith } = aFailingCounter();
    const { passing } = aContainer({ counter });
    failWith(new DOMException('Too slow.', 'TimeoutError'));
    expect(await passing(90)).toBe(90);
    failWith(null);

    expect(await passing(90)).toBe(30);
  });

  it('adds whole samples of the new size after an edit to a higher limit', async () => {
    const { counter, total } = aFailingCounter();
    const { passing } = aContainer({ counter });
    await passing(100);
    await passing(148, { ...DEFAULT_RATE_LIMITS, write: 6000 });

    // 33 samples of 3 requests; the last request waits for a sample of 150.
    expect(total('key#write')).toBe(99);

    await passing(1, { ...DEFAULT_RATE_LIMITS, write: 6000 });

    expect(total('key#write')).toBe(249);
  });

  it('adds the requests before an edit to a lower limit with the next request', async () => {
    const { counter, total } = aFailingCounter();
    const { passing } = aContainer({ counter });
    await passing(100, { ...DEFAULT_RATE_LIMITS, write: 6000 });
    await passing(1);

    expect(total('key#write')).toBe(101);
  });

  it('drops the random start of a sample after an edit of the limit', async () => {
    const { counter, total } = aFailingCounter();
    // The first sample starts at position 139 of 150.
    const { passing } = aContainer({ counter, random: () => 10 / 150 });
    await passing(2, { ...DEFAULT_RATE_LIMITS, write: 6000 });

    expect(await passing(20, { ...DEFAULT_RATE_LIMITS, write: 60 })).toBe(20);
    expect(total('key#write')).toBe(22);
  });

  it.each([
    [
      'read',
      [
        { method: 'GET', path: '/' },
        { method: 'HEAD', path: '/' },
      ],
    ],
    ['write', [{ method: 'DELETE', path: '/' }]],
  ] as const)('has the class %s', (rateClass, routes) => {
    expect(rateClassOf({ routes })).toBe(rateClass);
  });

  it('has the class that the operation declares', () => {
    expect(rateClassOf({ rateClass: 'ingest', routes: [{ method: 'POST', path: '/' }] })).toBe('ingest');
  });
});
