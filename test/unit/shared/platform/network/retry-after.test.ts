import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseRetryAfter } from '#shared/platform/network/retry-after.ts';

const now = new Date('2026-01-01T00:00:00.000Z');
const imfDate = 'Thu, 01 Jan 2026 00:02:00 GMT';
const rfc850Date = 'Thursday, 01-Jan-26 00:02:00 GMT';
const asctimeDate = 'Thu Jan  1 00:02:00 2026';

describe('parseRetryAfter', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it.each([
    ['0', 0],
    ['120', 120_000],
    [' 120 ', 120_000],
    [imfDate, 120_000],
    [rfc850Date, 120_000],
    [asctimeDate, 120_000],
    ['Sun Jan 11 00:00:00 2026', 10 * 86_400_000],
    ['Wed, 31 Dec 2025 23:59:59 GMT', 0],
  ])('parses %j as %i ms', (value, wait) => {
    expect(parseRetryAfter(value, now)).toBe(wait);
  });

  it('treats a date without a zone as GMT in every local time zone', () => {
    vi.stubEnv('TZ', 'America/New_York');

    expect(now.getTimezoneOffset()).toBe(300);
    expect(parseRetryAfter(asctimeDate, now)).toBe(120_000);
  });

  // `Date.parse` alone would accept many of them.
  it.each([
    '',
    'soon',
    '-5',
    '1.5',
    '120 seconds',
    '2026-01-01T00:02:00Z',
    `at ${imfDate}`,
    `${imfDate} (noon)`,
    `at ${rfc850Date}`,
    `${rfc850Date} (noon)`,
    `at ${asctimeDate}`,
    `${asctimeDate}0`,
    'Thu, 99 Foo 2026 99:99:99 GMT',
  ])('ignores %j', (value) => {
    expect(parseRetryAfter(value, now)).toBeUndefined();
  });
});
