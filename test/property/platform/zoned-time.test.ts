import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLocalTime, toTimestamp } from '#shared/platform/core/zoned-time.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')];
// The offset of Liberia had seconds in it until 1972, which no `HH:mm` can express.
const FIRST = Date.UTC(1973, 0, 1);
const LAST = Date.UTC(2100, 11, 31);
const MINUTE = 60_000;

/** The local time of a zone at an instant, by ICU: independent of the code under test. */
function clockIn(zone: string, instant: number): { readonly date: string; readonly time: string } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return {
    date: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  };
}

const minutes = fc.integer({ min: FIRST / MINUTE, max: LAST / MINUTE }).map((minute) => minute * MINUTE);

describe('toTimestamp, in every zone that Intl knows', () => {
  it.each(ZONES)('finds the instant again from what the clocks of %s show', (zone) => {
    fc.assert(
      fc.property(minutes, (instant) => {
        const { date, time } = clockIn(zone, instant);

        const found = toTimestamp(date, time, zone).getTime();

        expect(toLocalTime(new Date(instant), zone)).toEqual({ date, time });
        // Of a time that occurs twice the first is used: it is earlier, and the local time is the same.
        expect(clockIn(zone, found)).toEqual({ date, time });
        expect(found).toBeLessThanOrEqual(instant);
        expect(instant - found).toBeLessThanOrEqual(180 * MINUTE);
      }),
      { numRuns: runs(20) },
    );
  });

  it('accepts every date and time, and moves a skipped one forward, never back', () => {
    const day = fc.date({ min: new Date(FIRST), max: new Date(LAST), noInvalidDate: true });
    const clock = fc.integer({ min: 0, max: 1439 });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), day, clock, (zone, date, minute) => {
        const asked = {
          date: date.toISOString().slice(0, 10),
          time: `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        };

        const found = toTimestamp(asked.date, asked.time, zone).getTime();

        const shown = clockIn(zone, found);
        expect(`${shown.date}T${shown.time}` >= `${asked.date}T${asked.time}`).toBe(true);
      }),
      { numRuns: runs(2_000) },
    );
  });

  it('keeps the order of days', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), minutes, (zone, instant) => {
        const earlier = clockIn(zone, instant);
        const later = clockIn(zone, instant + 86_400_000);
        expect(toTimestamp(later.date, later.time, zone).getTime()).toBeGreaterThan(
          toTimestamp(earlier.date, earlier.time, zone).getTime(),
        );
      }),
      { numRuns: runs(1_000) },
    );
  });
});
