import { describe, expect, it } from 'vitest';
import {
  fromTallyText,
  summaryOf,
  sumOf,
  tallyOf,
  toTallyText,
} from '#shared/webhooks/domain/attempt-tally.ts';
import { ATTEMPT_OUTCOMES, type AttemptOutcome } from '#shared/webhooks/domain/delivery.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';

const summary = (outcome: AttemptOutcome, statusCode: number | null = null, durationMs = 12) =>
  summaryOf(tallyOf(anAttempt({ outcome, statusCode, durationMs })));

describe('the tally of an attempt', () => {
  it.each<[AttemptOutcome, number | null, string]>([
    ['http_error', 404, 'http_4xx'],
    ['http_error', 408, 'http_4xx'],
    ['http_error', 429, 'http_429'],
    ['http_error', 500, 'http_5xx'],
    ['http_error', 599, 'http_5xx'],
    ['http_error', 600, 'http_other'],
    ['redirect', 301, 'redirect'],
    ['timeout', null, 'timeout'],
    ['connect_timeout', null, 'connect_timeout'],
    ['network_error', null, 'network_error'],
    ['blocked_address', null, 'blocked_address'],
    ['cancelled', null, 'cancelled'],
  ])('counts %s with the status %s as a failure of the class %s', (outcome, statusCode, name) => {
    expect(summary(outcome, statusCode)).toMatchObject({
      attempts: 1,
      successes: 0,
      failures: { [name]: 1 },
    });
  });

  it('counts a success, and no failure', () => {
    expect(summary('success', 204)).toMatchObject({ attempts: 1, successes: 1, failures: {} });
  });

  it('counts every outcome', () => {
    expect(ATTEMPT_OUTCOMES.map((outcome) => summary(outcome, 500).attempts)).toEqual(
      ATTEMPT_OUTCOMES.map(() => 1),
    );
  });

  it.each(['blocked_address', 'cancelled'] as const)('has no duration if the outcome is %s', (outcome) => {
    expect(summary(outcome)).toMatchObject({ p50: null, p95: null });
  });
});

describe('percentiles', () => {
  const of = (...durations: number[]) =>
    summaryOf(sumOf(durations.map((durationMs) => tallyOf(anAttempt({ durationMs })))));

  it('are null without attempts', () => {
    expect(summaryOf(new Map())).toEqual({ attempts: 0, successes: 0, failures: {}, p50: null, p95: null });
  });

  it('are those of the bucket that contains the percentile', () => {
    const durations = [...Array.from({ length: 94 }, () => 100), ...Array.from({ length: 6 }, () => 2000)];
    expect(of(...durations)).toMatchObject({ p50: 108, p95: 1722 });
  });

  it.each([
    [0, 4],
    [1, 4],
    [4, 4],
    [5, 5],
    [8192, 6889],
    [8193, 8192],
    [15_000, 8192],
  ])('show a duration of %i ms as %i ms', (duration, shown) => {
    expect(of(duration)).toMatchObject({ p50: shown, p95: shown });
  });
});

describe('the text of a tally', () => {
  it('has each count after its position, in order', () => {
    const tally = sumOf([
      tallyOf(anAttempt()),
      tallyOf(anAttempt()),
      tallyOf(anAttempt({ outcome: 'success' })),
    ]);
    expect(toTallyText(tally)).toBe('0:1 3:2 36:3');
    expect(fromTallyText('0:1 3:2 36:3')).toEqual(
      new Map([
        [0, 1],
        [3, 2],
        [36, 3],
      ]),
    );
  });

  it('is empty for an empty tally', () => {
    expect(toTallyText(new Map())).toBe('');
    expect(fromTallyText('')).toEqual(new Map());
  });
});
