import { describe, expect, it } from 'vitest';
import { decideNext } from '#shared/webhooks/sending/retry-policy.ts';
import type { AttemptMade } from '#shared/webhooks/sending/retry-policy.ts';

const now = new Date('2026-01-01T00:00:00.000Z');

function made(overrides: Partial<AttemptMade>): AttemptMade {
  return {
    attempt: 1,
    outcome: 'http_error',
    statusCode: 500,
    retryAfter: null,
    now,
    random: 0.5,
    delays: [10, 60, 300, 1800, 7200],
    ...overrides,
  };
}

function after(seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}

describe('decideNext', () => {
  it.each([200, 201, 202, 204, 299])('succeeds on %i', (statusCode) => {
    expect(decideNext(made({ outcome: 'success', statusCode }))).toEqual({ kind: 'succeeded' });
  });

  it('succeeds on the last attempt too', () => {
    expect(decideNext(made({ attempt: 6, outcome: 'success', statusCode: 200 })).kind).toBe('succeeded');
  });

  it.each([400, 401, 403, 404, 407, 409, 410, 422, 428, 451, 499])(
    'fails permanently on %i',
    (statusCode) => {
      expect(decideNext(made({ statusCode }))).toEqual({ kind: 'failed', reason: 'receiver_rejected' });
    },
  );

  it.each([300, 301, 302, 303, 304, 307, 308])('does not retry %i', (statusCode) => {
    expect(decideNext(made({ outcome: 'redirect', statusCode }))).toEqual({
      kind: 'failed',
      reason: 'redirect_refused',
    });
  });

  it('fails permanently on a blocked address', () => {
    expect(decideNext(made({ outcome: 'blocked_address', statusCode: null }))).toEqual({
      kind: 'failed',
      reason: 'address_blocked',
    });
  });

  it('keeps the reason of a non-retryable response on the last attempt', () => {
    expect(decideNext(made({ attempt: 6, statusCode: 404 }))).toMatchObject({ reason: 'receiver_rejected' });
  });

  // An unassigned status is to be treated like a 5xx (RFC 9110, 15).
  it.each([408, 429, 500, 501, 502, 503, 504, 599, 600, 999])('retries %i', (statusCode) => {
    expect(decideNext(made({ statusCode }))).toMatchObject({ kind: 'retry', reason: 'receiver_error' });
  });

  it.each([
    ['http_error', 100],
    ['http_error', 399],
    ['timeout', 404],
  ] as const)('does not treat %s with status %i as a rejection', (outcome, statusCode) => {
    expect(decideNext(made({ outcome, statusCode })).kind).toBe('retry');
  });

  it.each([
    ['timeout', 'receiver_timeout'],
    ['connect_timeout', 'connection_failed'],
    ['network_error', 'connection_failed'],
    ['cancelled', 'attempt_interrupted'],
  ] as const)('retries %s as %s', (outcome, reason) => {
    expect(decideNext(made({ outcome, statusCode: null }))).toMatchObject({ kind: 'retry', reason });
  });

  it.each([
    [1, 10],
    [2, 60],
    [3, 300],
    [4, 1800],
    [5, 7200],
  ])('waits after attempt %i about %i s', (attempt, delay) => {
    expect(decideNext(made({ attempt }))).toMatchObject({ at: after(delay) });
    expect(decideNext(made({ attempt, random: 0 }))).toMatchObject({ at: after(delay * 0.8) });
  });

  it('adds only positive jitter after a 429', () => {
    expect(decideNext(made({ statusCode: 429, random: 0 }))).toMatchObject({ at: after(10) });
    expect(decideNext(made({ statusCode: 429, random: 0.5 }))).toMatchObject({ at: after(11) });
  });

  it('ends after the sixth attempt', () => {
    expect(decideNext(made({ attempt: 6 }))).toEqual({ kind: 'failed', reason: 'attempts_exhausted' });
  });

  it.each([0, -1, 1.5, Number.NaN])('rejects attempt number %d', (attempt) => {
    expect(() => decideNext(made({ attempt }))).toThrow(new RangeError('attempts count from 1'));
  });
});

describe('decideNext with Retry-After', () => {
  it.each([
    ['seconds', '120'],
    ['an HTTP date', 'Thu, 01 Jan 2026 00:02:00 GMT'],
    ['an RFC 850 date', 'Thursday, 01-Jan-26 00:02:00 GMT'],
    ['an asctime date', 'Thu Jan  1 00:02:00 2026'],
  ])('waits as long as %s requires', (_, retryAfter) => {
    for (const statusCode of [408, 429, 500, 503]) {
      expect(decideNext(made({ statusCode, retryAfter }))).toEqual({
        kind: 'retry',
        at: after(120),
        reason: 'receiver_asked_to_wait',
      });
    }
  });

  it.each(['10', '5', '0', 'Wed, 31 Dec 2025 00:00:00 GMT'])(
    'does not shorten the delay for %s',
    (retryAfter) => {
      expect(decideNext(made({ retryAfter }))).toMatchObject({ at: after(10), reason: 'receiver_error' });
    },
  );

  it.each(['90000', '9'.repeat(400), 'Fri, 01 Jan 2027 00:00:00 GMT'])('caps %s at a day', (retryAfter) => {
    expect(decideNext(made({ retryAfter }))).toMatchObject({ at: after(86_400) });
  });

  it.each(['', 'soon', '-5', '1.5', '0x78', '120 seconds', '2026-01-01T00:02:00Z'])(
    'ignores %j, which is neither seconds nor an HTTP date',
    (retryAfter) => {
      expect(decideNext(made({ retryAfter }))).toMatchObject({ at: after(10), reason: 'receiver_error' });
    },
  );

  it('uses it only with a response', () => {
    expect(decideNext(made({ outcome: 'timeout', statusCode: null, retryAfter: '120' }))).toMatchObject({
      at: after(10),
      reason: 'receiver_timeout',
    });
  });

  it('keeps a planned delay that is longer than a day', () => {
    expect(decideNext(made({ delays: [100_000], retryAfter: '90000' }))).toMatchObject({
      at: after(100_000),
    });
  });
});
