import { describe, expect, it } from 'vitest';
import { toTimestamp } from '#shared/platform/core/zoned-time.ts';

describe('toTimestamp', () => {
  it.each([
    { date: '2026-07-01', time: '09:00', zone: 'UTC', instant: '2026-07-01T09:00:00.000Z' },
    { date: '2026-07-01', time: '09:00', zone: 'Europe/Paris', instant: '2026-07-01T07:00:00.000Z' },
    { date: '2026-01-01', time: '09:00', zone: 'Europe/Paris', instant: '2026-01-01T08:00:00.000Z' },
    { date: '2026-07-01', time: '00:00', zone: 'America/New_York', instant: '2026-07-01T04:00:00.000Z' },
    { date: '2026-07-01', time: '23:59', zone: 'Asia/Kathmandu', instant: '2026-07-01T18:14:00.000Z' },
    { date: '2028-02-29', time: '12:30', zone: 'Pacific/Auckland', instant: '2028-02-28T23:30:00.000Z' },
    { date: '1970-01-01', time: '00:00', zone: 'UTC', instant: '1970-01-01T00:00:00.000Z' },
    { date: '2100-12-31', time: '23:59', zone: 'Europe/Paris', instant: '2100-12-31T22:59:00.000Z' },
    // An old name of Asia/Kolkata: aliases are kept as the customer chose them.
    { date: '2026-07-01', time: '09:00', zone: 'Asia/Calcutta', instant: '2026-07-01T03:30:00.000Z' },
  ])('resolves $date $time in $zone to $instant', ({ date, time, zone, instant }) => {
    expect(toTimestamp(date, time, zone).toISOString()).toBe(instant);
  });

  describe('for a time that the clocks skip', () => {
    it.each([
      // 02:00 → 03:00 in Paris: 02:30 becomes 03:30+02:00.
      { date: '2026-03-29', time: '02:30', zone: 'Europe/Paris', instant: '2026-03-29T01:30:00.000Z' },
      { date: '2026-03-29', time: '02:00', zone: 'Europe/Paris', instant: '2026-03-29T01:00:00.000Z' },
      { date: '2026-03-29', time: '01:59', zone: 'Europe/Paris', instant: '2026-03-29T00:59:00.000Z' },
      { date: '2026-03-29', time: '03:00', zone: 'Europe/Paris', instant: '2026-03-29T01:00:00.000Z' },
      // A gap of half an hour.
      { date: '2026-10-04', time: '02:15', zone: 'Australia/Lord_Howe', instant: '2026-10-03T15:45:00.000Z' },
      // A whole day that Samoa skipped.
      { date: '2011-12-30', time: '12:00', zone: 'Pacific/Apia', instant: '2011-12-30T22:00:00.000Z' },
    ])('moves $time in $zone forward by the gap', ({ date, time, zone, instant }) => {
      expect(toTimestamp(date, time, zone).toISOString()).toBe(instant);
    });
  });

  describe('for a time that occurs twice', () => {
    it.each([
      { date: '2026-10-25', time: '02:30', zone: 'Europe/Paris', instant: '2026-10-25T00:30:00.000Z' },
      { date: '2026-10-25', time: '03:00', zone: 'Europe/Paris', instant: '2026-10-25T02:00:00.000Z' },
      { date: '2026-11-01', time: '01:30', zone: 'America/New_York', instant: '2026-11-01T05:30:00.000Z' },
    ])('uses the first $time in $zone', ({ date, time, zone, instant }) => {
      expect(toTimestamp(date, time, zone).toISOString()).toBe(instant);
    });
  });

  it.each([
    ['2026-02-30', '09:00', 'UTC'],
    ['2026-07-01', '24:00', 'UTC'],
    ['2026-07-01', '09:60', 'UTC'],
    ['2026-07', '09:00', 'UTC'],
    ['2026-07-01', '', 'UTC'],
    ['tomorrow', '09:00', 'UTC'],
    ['2026-07-01', '09:00', 'Mars/Olympus'],
  ])('rejects %s %s %s', (date, time, zone) => {
    expect(() => toTimestamp(date, time, zone)).toThrow(RangeError);
  });
});
