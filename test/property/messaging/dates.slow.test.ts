import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { announceDates } from '#shared/messaging/domain/announce-dates.ts';
import { plannedDate } from '#shared/messaging/domain/contact-dates.ts';
import type { Contact } from '#shared/messaging/domain/contact.ts';
import { jobTiming } from '#shared/platform/core/job-timing.ts';
import {
  afterDay,
  type Calendar,
  localDay,
  newCalendar,
  runningNow,
  startOfDay,
} from '#shared/platform/identity/calendar.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';

/** With and without daylight saving time, in both hemispheres, with midnights that are skipped or occur twice, at both ends of the day. */
const ZONES = [
  'Europe/Berlin',
  'Europe/London',
  'Europe/Lisbon',
  'America/New_York',
  'America/Los_Angeles',
  'America/Havana',
  'America/Sao_Paulo',
  'America/Santiago',
  'America/St_Johns',
  'America/Asuncion',
  'Africa/Cairo',
  'Asia/Beirut',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Asia/Tokyo',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Etc/GMT+12',
];

const START = Date.parse('2026-01-15T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

type Announced = { readonly day: string; readonly at: number; readonly runAt: number; readonly zone: string };

/** A workspace with one contact, whose calendar runs at its times. */
function createWorld(zone: string, date: { date: string; repeats: 'yearly' | 'never' }) {
  let now = START;
  let timezone = zone;
  let calendar: Calendar = newCalendar('w1', new Date(now));
  const planned = plannedDate(date, localDay(new Date(now), zone));
  let contact: Contact = aContact({ dates: new Map([['birthday', planned]]) });
  const announced: Announced[] = [];

  function run(seq = calendar.due.seq): void {
    const at = new Date(now);
    if (jobTiming(calendar.due, { seq }, at) !== 'due') return;
    const today = localDay(calendar.due.at > at ? calendar.due.at : at, timezone);
    const change = announceDates(contact, today, timezone, at);
    if (change) {
      contact = change.contact;
      for (const happening of change.happened) {
        if (happening.kind !== 'date_reached') continue;
        const day = localDay(happening.at, timezone);
        announced.push({ day, at: happening.at.getTime(), runAt: now, zone: timezone });
      }
    }
    calendar = afterDay(calendar, today, timezone, at);
  }

  return {
    announced,
    /** Runs everything that is due until `end`, each `late` milliseconds after its time, `times` times. */
    runUntil(end: number, late: number, times: number): void {
      while (Math.max(calendar.due.at.getTime(), now) + late <= end) {
        now = Math.max(calendar.due.at.getTime(), now) + late;
        const { seq } = calendar.due;
        for (let time = 0; time < times; time += 1) run(seq);
      }
      now = end;
    },
    moveTo(other: string): void {
      timezone = other;
      calendar = runningNow(calendar, new Date(now));
    },
  };
}

describe('dates of contacts', () => {
  it.each(ZONES)('are announced in %s once a year, at the first moment of their day', (zone) => {
    const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2025-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(day, (at) => {
        const date = at.toISOString().slice(0, 10);
        // Around the day of the start, it depends on the zone whether the period begins and ends before the date.
        fc.pre(!/-01-1[456]$/u.test(date));
        const world = createWorld(zone, { date, repeats: 'yearly' });
        world.runUntil(START + 3 * 365 * DAY - HOUR, 0, 2);

        expect(world.announced).toHaveLength(3);
        for (const each of world.announced) {
          expect(each.runAt).toBe(startOfDay(each.day, zone).getTime());
          expect([date.slice(5), '02-28']).toContain(each.day.slice(5));
        }
      }),
      { numRuns: runs(8) },
    );
  });

  it('are neither skipped nor repeated by changes of the time zone and late runs', () => {
    const steps = fc.array(
      fc.record({
        zone: fc.constantFrom(...ZONES),
        hours: fc.integer({ min: 0, max: 60 }),
        late: fc.constantFrom(0, 1, HOUR, 30 * HOUR),
        times: fc.constantFrom(1, 2, 3),
      }),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.integer({ min: 2, max: 40 }), steps, (zone, days, all) => {
        const date = new Date(START + days * DAY).toISOString().slice(0, 10);
        const world = createWorld(zone, { date, repeats: 'never' });
        let now = START;
        for (const { zone: next, hours, late, times } of all) {
          now += hours * HOUR;
          // Longer than seven days without a run would skip a date.
          world.runUntil(now, Math.min(late, hours * HOUR), times);
          world.moveTo(next);
        }
        world.runUntil(START + 100 * DAY, 0, 1);

        expect(world.announced).toHaveLength(1);
        const [only] = world.announced;
        expect(only?.at).toBe(startOfDay(date, only?.zone ?? 'UTC').getTime());
        expect(only?.runAt).toBeGreaterThanOrEqual(only?.at ?? Infinity);
      }),
      { numRuns: runs(400) },
    );
  });
});
