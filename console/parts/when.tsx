import { useEffect, useMemo, useState } from 'preact/hooks';
import { useSigned } from '#console/session/context.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

const UTC_TIME = /(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)/u;
const TICK_MS = 10_000;
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/**
 * A time relative to now, and the exact time in the time zone of the workspace. In a row the stylesheet shows the exact time on hover and while
 * the row has the focus; screen readers always say both.
 */
export function When({ at }: { readonly at: string | null | undefined }) {
  const { timeFormat } = useSigned();
  const now = useNow(TICK_MS);
  // A table has hundreds of times, and each tick draws all of them again.
  const exact = useMemo(() => (at ? timeFormat.format(new Date(at)) : ''), [at, timeFormat]);
  if (at === null || at === undefined) return <span class="soft">never</span>;
  return (
    <time dateTime={at}>
      {relativeTime(at, now)} <span class="exact">{exact}</span>
    </time>
  );
}

/** A sentence of the API with its times in the time zone of the workspace instead of UTC. */
export function TimesShown({ text }: { readonly text: string }) {
  const { timeFormat } = useSigned();
  // Every second part is a time, because the pattern has a group.
  return text.split(UTC_TIME).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <time key={index} dateTime={part}>
        {timeFormat.format(new Date(part))}
      </time>
    ),
  );
}

/** The current time in milliseconds, renewed in this interval. */
export function useNow(intervalMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
}

function relativeTime(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[3];
  return RELATIVE.format(Math.trunc(seconds / size), unit);
}
