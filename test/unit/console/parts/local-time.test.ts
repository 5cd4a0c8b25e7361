import { describe, expect, it } from 'vitest';
import { fromLocalTime, toLocalTime } from '#console/parts/local-time.ts';

const BERLIN = 'Europe/Berlin';

describe('a local time of a form', () => {
  it.each([
    ['in winter', '2026-01-15T09:30:00', '2026-01-15T08:30:00.000Z'],
    ['in summer', '2026-07-15T09:30:00', '2026-07-15T07:30:00.000Z'],
    ['just before the clock is set forward', '2026-03-29T01:59:59', '2026-03-29T00:59:59.000Z'],
    ['just after the clock is set forward', '2026-03-29T03:00:00', '2026-03-29T01:00:00.000Z'],
    ['after the clock is set back', '2026-10-25T03:30:00', '2026-10-25T02:30:00.000Z'],
  ])('becomes the time in UTC and back, %s', (_, local, utc) => {
    expect(fromLocalTime(local, BERLIN)).toBe(utc);
    expect(toLocalTime(Date.parse(utc), BERLIN)).toBe(local);
  });

  it('may have no seconds', () => {
    expect(fromLocalTime('2026-01-15T09:30', 'Asia/Kolkata')).toBe('2026-01-15T04:00:00.000Z');
  });

  it('stays as it is if it is no time, so that the API reports it', () => {
    expect(fromLocalTime('yesterday', BERLIN)).toBe('yesterday');
    expect(fromLocalTime('', BERLIN)).toBe('');
  });
});
