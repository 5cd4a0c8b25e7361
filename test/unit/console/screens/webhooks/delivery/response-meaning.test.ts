import { describe, expect, it } from 'vitest';
import { comparisonOf, meaningOf } from '#console/screens/webhooks/delivery/response-meaning.ts';

type Attempt = Parameters<typeof comparisonOf>[0][number];

function attempt(over: Partial<Attempt>): Attempt {
  return {
    number: 1,
    started_at: '2026-11-28T18:50:21.000Z',
    status_code: 503,
    duration_ms: 14,
    outcome: 'http_error',
    error: null,
    ...over,
  };
}

describe('the meaning of a response', () => {
  it('is that of its status', () => {
    expect(meaningOf({ outcome: 'http_error', status_code: 503 })?.name).toBe('503 Service Unavailable');
  });

  it.each([
    [204, 'success', 'has accepted the event'],
    [302, 'redirect', 'is a redirect'],
    [418, 'http_error', 'rejects the request'],
    [599, 'http_error', 'could not handle the request'],
  ] as const)('is that of the class of the rare status %i', (status, outcome, words) => {
    const meaning = meaningOf({ outcome, status_code: status });

    expect(meaning?.name).toBe(`Status ${status}`);
    expect(meaning?.sentence).toContain(words);
  });

  it.each(['timeout', 'connect_timeout', 'network_error', 'blocked_address', 'cancelled'] as const)(
    'is that of the outcome %s without a status',
    (outcome) => {
      expect(meaningOf({ outcome, status_code: null })?.sentence).toMatch(/^means that .+\.$/u);
    },
  );

  it('is unknown for a status or an outcome that is newer than the console', () => {
    expect(meaningOf({ outcome: 'http_error', status_code: 700 })).toBeUndefined();
    expect(meaningOf({ outcome: 'success', status_code: null })).toBeUndefined();
  });
});

describe('the comparison of the attempts', () => {
  it('does not exist for a single attempt', () => {
    expect(comparisonOf([attempt({})])).toBeUndefined();
  });

  it('says that all ended in the same way, and how fast', () => {
    const attempts = [14, 95, 4].map((duration) => attempt({ duration_ms: duration }));

    expect(comparisonOf(attempts)).toBe('All 3 attempts ended in the same way, after 4 to 95 ms.');
    expect(comparisonOf(attempts.slice(0, 1).concat(attempt({})))).toBe(
      'Both attempts ended in the same way, after 14 ms.',
    );
  });

  it('says that they differ', () => {
    const other = attempt({ outcome: 'timeout', status_code: null });

    expect(comparisonOf([attempt({}), other])).toBe('The attempts did not all end in the same way.');
  });
});
