import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { startOfDay } from '#shared/platform/identity/calendar.ts';
import { dayBefore, type History, HISTORY_DAYS } from './history.ts';
import { fraction } from './seeded.ts';

/** How much happens in each local hour of a day, in proportion. */
const HOURS = [
  0.25, 0.15, 0.1, 0.1, 0.15, 0.3, 0.6, 1, 1.6, 2, 2.2, 2, 1.6, 1.7, 2, 2, 1.9, 1.8, 1.7, 1.6, 1.5, 1.1, 0.7,
  0.4,
];

const FIRST_DAY = 58;
const GROWTH_PER_DAY = 1.5;
const WEEKEND = 0.55;
/** The share by which the number of events of a day differs from the trend, at most. */
const NOISE = 0.15;

/** Whether a day, `YYYY-MM-DD`, is a Saturday or a Sunday. */
export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay());
}

/** The number of events of a complete day: more from week to week, and fewer at weekends. */
export function eventsOn(history: History, daysBefore: number): number {
  const day = dayBefore(history, daysBefore);
  const trend = FIRST_DAY + (HISTORY_DAYS - daysBefore) * GROWTH_PER_DAY;
  const noise = 1 + (fraction(`events ${daysBefore}`) * 2 - 1) * NOISE;
  return Math.round(trend * noise * (isWeekend(day) ? WEEKEND : 1));
}

/** The times of the events of a day, in order, most of them during the day. Those after the end of the history are not included. */
export function timesOn(history: History, daysBefore: number): readonly Date[] {
  const start = startOfDay(dayBefore(history, daysBefore), history.timezone).getTime();
  const count = eventsOn(history, daysBefore);
  return Array.from({ length: count }, (_, index) => {
    const place = (index + 0.2 + 0.6 * fraction(`time ${daysBefore} ${index}`)) / count;
    return new Date(start + hourAt(place) * HOUR_MS);
  }).filter((at) => at < history.endsAt);
}

/** The hour of the day at which a share of its events has happened. */
function hourAt(share: number): number {
  const total = HOURS.reduce((sum, weight) => sum + weight, 0);
  let left = share * total;
  for (const [hour, weight] of HOURS.entries()) {
    if (left < weight) return hour + left / weight;
    left -= weight;
  }
  return HOURS.length;
}
