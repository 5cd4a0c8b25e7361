import { describe, expect, it } from 'vitest';
import { type AttemptOutcome, ATTEMPT_OUTCOMES } from '#shared/webhooks/domain/delivery.ts';
import { endpointStats } from '#shared/webhooks/domain/endpoint-stats.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';

/** A delivery with attempts at these seconds. */
function tried(...made: readonly (readonly [second: number, outcome: AttemptOutcome])[]) {
  return {
    attempts: made.map(([second, outcome], index) =>
      anAttempt({ number: index + 1, startedAt: secondsAfterNow(second), outcome }),
    ),
  };
}

describe('endpointStats', () => {
  it.each([[[]], [[tried()]]])('returns nothing for %j', (latest) => {
    expect(endpointStats(latest)).toEqual({
      lastSuccessAt: null,
      lastFailureAt: null,
      consecutiveFailures: 0,
    });
  });

  it('counts the failures since the last success over all deliveries, by the time of the attempts', () => {
    const latest = [
      tried([30, 'http_error']),
      tried([5, 'timeout'], [20, 'success']),
      tried([10, 'http_error'], [25, 'network_error'], [40, 'timeout']),
    ];

    expect(endpointStats(latest)).toEqual({
      lastSuccessAt: secondsAfterNow(20),
      lastFailureAt: secondsAfterNow(40),
      consecutiveFailures: 3,
    });
  });

  it('counts none after a success, but remembers its time', () => {
    expect(endpointStats([tried([1, 'http_error'], [2, 'success'])])).toEqual({
      lastSuccessAt: secondsAfterNow(2),
      lastFailureAt: secondsAfterNow(1),
      consecutiveFailures: 0,
    });
  });

  it('counts all attempts when none succeeded', () => {
    expect(endpointStats([tried([1, 'timeout'], [2, 'timeout']), tried([3, 'redirect'])])).toEqual({
      lastSuccessAt: null,
      lastFailureAt: secondsAfterNow(3),
      consecutiveFailures: 3,
    });
  });

  it.each(ATTEMPT_OUTCOMES.filter((outcome) => outcome !== 'success' && outcome !== 'cancelled'))(
    'treats %s as a failure',
    (outcome) => {
      expect(endpointStats([tried([1, outcome])]).consecutiveFailures).toBe(1);
    },
  );

  it('does not count an attempt that the platform aborted, because it proves nothing about the receiver', () => {
    expect(endpointStats([tried([1, 'success'], [2, 'cancelled']), tried([3, 'cancelled'])])).toEqual({
      lastSuccessAt: secondsAfterNow(1),
      lastFailureAt: null,
      consecutiveFailures: 0,
    });
  });
});
