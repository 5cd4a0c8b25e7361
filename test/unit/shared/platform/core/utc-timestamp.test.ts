import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf, toUtcTimestamp, withLeapSecond } from '#shared/platform/core/utc-timestamp.ts';
import timestamps from '#test/corpus/timestamps.json' with { type: 'json' };

describe('toUtcTimestamp', () => {
  it.each([
    ['2026-03-14T09:26:53Z', '2026-03-14T09:26:53.000Z'],
    ['2026-03-14T09:26:53.5Z', '2026-03-14T09:26:53.500Z'],
    ['2026-03-14T09:26:53.123999999Z', '2026-03-14T09:26:53.123Z'],
    ['2026-03-14T09:26:53+05:30', '2026-03-14T03:56:53.000Z'],
    ['2026-12-31T23:30:00-01:00', '2027-01-01T00:30:00.000Z'],
    ['2028-02-29T00:00:00-00:00', '2028-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ])('reads %s', (text, utc) => {
    expect(toUtcTimestamp(text)).toBe(utc);
  });

  it.each([
    ['a day that does not exist', '2026-02-30T00:00:00Z'],
    ['29 February of a common year', '2026-02-29T00:00:00Z'],
    ['a 13th month', '2026-13-01T00:00:00Z'],
    ['hour 24', '2026-03-14T24:00:00Z'],
    ['a leap second', '2016-12-31T23:59:60Z'],
    ['minute 60', '2026-03-14T09:60:00Z'],
    ['no zone', '2026-03-14T09:26:53'],
    ['no time', '2026-03-14'],
    ['no seconds', '2026-03-14T09:26Z'],
    ['an impossible offset', '2026-03-14T09:26:53+24:00'],
    ['an offset without colon', '2026-03-14T09:26:53+0100'],
    ['a space', '2026-03-14 09:26:53Z'],
    ['a line break at the end', '2026-03-14T09:26:53Z\n'],
    ['a year of six digits', '+012026-03-14T09:26:53Z'],
    ['an offset that exceeds the calendar at its end', '9999-12-31T23:59:59-01:00'],
    ['an offset that exceeds the calendar at its start', '0000-01-01T00:00:00+01:00'],
    ['nothing', ''],
  ])('rejects %s', (_why, text) => {
    expect(toUtcTimestamp(text)).toBeUndefined();
  });
});

describe('withLeapSecond', () => {
  it.each(timestamps)('reads $input as $right ($report)', ({ input, right }) => {
    expect(withLeapSecond(input) ?? null).toBe(right);
    const isLeap = right?.includes(':60') ?? false;
    expect(toUtcTimestamp(input) ?? null).toBe(isLeap ? null : right);
  });

  it('orders a leap second between the seconds around it', () => {
    const [before, leap, after] = [
      '2016-12-31T23:59:59Z',
      '2016-12-31T23:59:60Z',
      '2017-01-01T00:00:00Z',
    ].map((text) => instantOf(withLeapSecond(text) ?? '').getTime());

    expect(before).toBeLessThan(leap ?? 0);
    expect(leap).toBeLessThan(after ?? 0);
  });

  it('reads what it returns, and each time with any offset, case and number of digits', () => {
    const times = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true });
    const offsets = fc.integer({ min: -23 * 60, max: 23 * 60 });
    fc.assert(
      fc.property(
        times,
        offsets,
        fc.boolean(),
        fc.stringMatching(/^[0-9]{0,9}$/),
        (at, offset, isLower, digits) => {
          const [day = '', time = ''] = new Date(at.getTime() + offset * 60_000)
            .toISOString()
            .slice(0, -1)
            .split('T');
          const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
          const zone = `${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}`;
          const text = `${day}${isLower ? 't' : 'T'}${time}${digits}${zone}`;

          expect(withLeapSecond(text)).toBe(at.toISOString());
          expect(toUtcTimestamp(at.toISOString())).toBe(at.toISOString());
        },
      ),
    );
  });
});
