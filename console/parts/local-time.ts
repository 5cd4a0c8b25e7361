import { DAY_MS } from '#shared/platform/core/time-units.ts';

/** Formats a time in a time zone for an input of the type `datetime-local`: `2026-11-23T08:00:00`. */
export function toLocalTime(at: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return format.format(at).replace(' ', 'T');
}

/** The day in a time zone that is `before` days before the day of a time: `2026-11-23`. */
export function localDay(at: number, timeZone: string, before = 0): string {
  const [day = ''] = toLocalTime(at, timeZone).split('T');
  return new Date(Date.parse(day) - before * DAY_MS).toISOString().slice(0, day.length);
}

/**
 * Converts the local time that a person entered to UTC. When the clock is set back, a local time exists twice, and the result is one of
 * the two. When the clock skips a local time, the result is a time near it. A text that is no time is returned unchanged, so that the
 * API returns a validation error for its field.
 */
export function fromLocalTime(text: string, timeZone: string): string {
  const wanted = Date.parse(`${text}Z`);
  if (Number.isNaN(wanted)) return text;
  const guess = wanted - offsetAt(wanted, timeZone);
  return new Date(wanted - offsetAt(guess, timeZone)).toISOString();
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  return Date.parse(`${toLocalTime(at, timeZone)}Z`) - Math.floor(at / 1000) * 1000;
}
