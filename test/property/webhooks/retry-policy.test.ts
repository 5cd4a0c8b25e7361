import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { ATTEMPT_OUTCOMES } from '#shared/webhooks/domain/delivery.ts';
import { decideNext } from '#shared/webhooks/sending/retry-policy.ts';
import type { AttemptMade } from '#shared/webhooks/sending/retry-policy.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const specifiedDelays = [10, 60, 300, 1800, 7200];
const RUNS = { numRuns: runs(2000) };

const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2030-01-01'), noInvalidDate: true });
const retryAfter = fc.oneof(
  fc.constant(null),
  fc.nat({ max: 200_000 }).map(String),
  now.map((date) => date.toUTCString()),
  fc.string(),
  fc.constantFrom(
    '-5',
    '1.5',
    '1e3',
    'Infinity',
    '',
    ' 120 ',
    '9'.repeat(400),
    'Thu, 99 Foo 2026 99:99:99 GMT',
  ),
);

/** Any attempt that a sender can report, with consistent status and outcome. */
const response = fc.oneof(
  fc.integer({ min: 200, max: 299 }).map((statusCode) => ({ outcome: 'success' as const, statusCode })),
  fc.integer({ min: 300, max: 399 }).map((statusCode) => ({ outcome: 'redirect' as const, statusCode })),
  fc.integer({ min: 400, max: 999 }).map((statusCode) => ({ outcome: 'http_error' as const, statusCode })),
  fc
    .constantFrom(
      ...ATTEMPT_OUTCOMES.filter((outcome) => !['success', 'redirect', 'http_error'].includes(outcome)),
    )
    .map((outcome) => ({ outcome, statusCode: null })),
);
const retriable = response.filter(({ outcome, statusCode }) =>
  statusCode === null
    ? outcome !== 'blocked_address'
    : statusCode >= 500 || statusCode === 408 || statusCode === 429,
);

function made(overrides: Partial<AttemptMade>): AttemptMade {
  return {
    attempt: 1,
    outcome: 'network_error',
    statusCode: null,
    retryAfter: null,
    now: new Date('2026-01-01T00:00:00Z'),
    random: 0.5,
    delays: specifiedDelays,
    ...overrides,
  };
}

function waitOf(attempt: AttemptMade): number {
  const next = decideNext(attempt);
  if (next.kind !== 'retry') throw new Error(`expected a retry, got ${next.kind}`);
  return next.at.getTime() - attempt.now.getTime();
}

describe('decideNext', () => {
  it('ends every chain of responses after at most six attempts', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.tuple(response, retryAfter, random)), (responses) => {
        let attempts = 0;
        for (const [given, header, jitter] of responses) {
          attempts += 1;
          const next = decideNext(made({ ...given, attempt: attempts, retryAfter: header, random: jitter }));
          if (next.kind !== 'retry') break;
        }
        expect(attempts).toBeLessThanOrEqual(6);
      }),
      RUNS,
    );
  });

  it('makes exactly one attempt more than there are delays while the receiver keeps failing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 7200 }), { maxLength: 8 }),
        retriable,
        random,
        (delays, given, jitter) => {
          const kinds = [...delays, 0].map(
            (_, index) => decideNext(made({ ...given, attempt: index + 1, random: jitter, delays })).kind,
          );

          expect(kinds).toEqual([...delays.map(() => 'retry'), 'failed']);
        },
      ),
      RUNS,
    );
  });

  it('stays within 20 % of the planned delay, and never below it after a 429', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), retriable, now, random, (attempt, given, at, jitter) => {
        const planned = (specifiedDelays[attempt - 1] ?? 0) * 1000;
        const wait = waitOf(made({ ...given, attempt, now: at, random: jitter }));

        expect(wait).toBeGreaterThanOrEqual(given.statusCode === 429 ? planned : planned * 0.8);
        expect(wait).toBeLessThanOrEqual(planned * 1.2);
      }),
      RUNS,
    );
  });

  it('never lets Retry-After shorten a delay, nor lengthen it beyond a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        retriable,
        retryAfter,
        now,
        random,
        (attempt, given, header, at, jitter) => {
          const base = made({ ...given, attempt, now: at, random: jitter });
          const without = waitOf(base);
          const withHeader = waitOf({ ...base, retryAfter: header });

          expect(withHeader).toBeGreaterThanOrEqual(without);
          expect(withHeader).toBeLessThanOrEqual(Math.max(without, DAY_MS));
        },
      ),
      RUNS,
    );
  });

  it('waits at least the requested seconds, up to a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.nat({ max: 200_000 }),
        random,
        (attempt, asked, jitter) => {
          for (const statusCode of [408, 429, 500, 503]) {
            const wait = waitOf(
              made({ outcome: 'http_error', statusCode, attempt, random: jitter, retryAfter: String(asked) }),
            );
            expect(wait).toBeGreaterThanOrEqual(Math.min(asked * 1000, DAY_MS));
          }
        },
      ),
      RUNS,
    );
  });

  it('ignores a Retry-After on a success or a non-retryable response', () => {
    fc.assert(
      fc.property(response, retryAfter, random, (given, header, jitter) => {
        const without = decideNext(made({ ...given, random: jitter }));
        fc.pre(without.kind !== 'retry');

        expect(decideNext(made({ ...given, random: jitter, retryAfter: header }))).toEqual(without);
      }),
      RUNS,
    );
  });
});
