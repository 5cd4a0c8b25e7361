import { wrongUsage } from '#cli/command/command-error.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** The API requires a time zone; without one, the meaning would depend on the machine. */
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/u;

/**
 * A time of the command line as an ISO timestamp: an age (`90s`, `30m`, `2h`, `7d`), a day in UTC, or a timestamp with a time zone.
 * @throws CommandError for any other text
 */
export function instantOf(name: string, text: string | undefined, now: Date): string | undefined {
  if (text === undefined) return undefined;
  const [, amount, unit = ''] = /^(\d{1,6})([smhd])$/u.exec(text) ?? [];
  if (amount !== undefined)
    return new Date(now.getTime() - Number(amount) * (UNITS[unit] ?? 0)).toISOString();
  const time = TIMESTAMP.test(text) ? new Date(text) : undefined;
  if (time && !Number.isNaN(time.getTime()) && isDay(text.slice(0, 10))) return time.toISOString();
  throw wrongUsage(
    `${name} must be an age such as 30m, 2h or 7d, or a timestamp such as 2026-11-20T22:00:00Z.`,
  );
}

/** Whether the month has this day: `Date` would count on, from 30 February to 2 March. */
function isDay(day: string): boolean {
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}
