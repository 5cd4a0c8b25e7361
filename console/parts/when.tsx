import { useEffect, useState } from 'preact/hooks';
import { useSigned } from '#console/session/context.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** A time relative to now, with the exact time in the time zone of the workspace beside it. */
export function When({ at }: { readonly at: string | null | undefined }) {
  const { timezone } = useSigned().session.me.workspace;
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 10_000);
    return () => clearInterval(timer);
  }, []);
  if (at === null || at === undefined) return <span class="soft">never</span>;
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return (
    <time dateTime={at}>
      {RELATIVE.format(Math.trunc(seconds / size), unit)}{' '}
      <span class="soft exact">{exactTime(at, timezone)}</span>
    </time>
  );
}

/** The exact time in a time zone, with its name. */
function exactTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).format(
    new Date(at),
  );
}
