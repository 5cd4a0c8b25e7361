import { describe, expect, it } from 'vitest';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import {
  afterDay,
  localDay,
  newCalendar,
  runningNow,
  startOfDay,
} from '#shared/platform/identity/calendar.ts';

const BERLIN = 'Europe/Berlin';
const now = new Date('2026-06-01T12:00:00.000Z');
const calendar = newCalendar('w1', now);

describe('the job of a calendar', () => {
  it('runs the current job at its time, a second early at most', () => {
    expect(jobTiming(calendar.due, { seq: 1 }, now)).toBe('due');
    expect(jobTiming(calendar.due, { seq: 1 }, new Date(now.getTime() - 1000))).toBe('due');
    expect(jobTiming(calendar.due, { seq: 1 }, new Date(now.getTime() - 1001))).toBe('early');
  });

  it('ignores the job of an earlier plan, and of a workspace without a calendar', () => {
    expect(jobTiming(runningNow(calendar, now).due, { seq: 1 }, now)).toBe('outdated');
    expect(jobTiming(undefined, { seq: 1 }, now)).toBe('outdated');
  });
});

describe('afterDay', () => {
  it('runs once more a minute later, then at the beginning of the next day', () => {
    const first = afterDay(calendar, '2026-06-01', BERLIN, now);
    expect(first).toEqual({
      workspaceId: 'w1',
      day: '2026-06-01',
      due: { at: new Date('2026-06-01T12:01:00.000Z'), seq: 2, timer: true },
    });
    expect(afterDay(first, '2026-06-01', BERLIN, now)).toEqual({
      workspaceId: 'w1',
      day: '2026-06-01',
      due: { at: new Date('2026-06-01T22:00:00.000Z'), seq: 3, timer: true },
    });
  });
});

describe('startOfDay', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-06-01', '2026-05-31T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('in %s, %s begins at %s', (zone, day, expected) => {
    const start = startOfDay(day, zone);

    expect(start.toISOString()).toBe(expected);
    expect(localDay(start, zone) >= day).toBe(true);
    expect(localDay(new Date(start.getTime() - 1), zone) < day).toBe(true);
  });
});
