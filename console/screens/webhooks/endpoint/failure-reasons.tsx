import { BarList } from '#console/parts/charts/bar-list.tsx';
import { RANGES } from './metrics-ranges.ts';
import type { Counted, Metrics } from './metrics-reads.ts';

type Reason = keyof Counted['failures'];

/** The results of failed attempts as words. */
const WORDS: Readonly<Record<Reason, string>> = {
  http_4xx: 'Status 4xx other than 429',
  http_429: 'Status 429, too many requests',
  http_5xx: 'Status 5xx',
  http_other: 'Another status',
  redirect: 'A redirect',
  timeout: 'No response in time',
  connect_timeout: 'No connection in time',
  network_error: 'No connection, or it closed early',
  blocked_address: 'An address that is not public',
  cancelled: 'Aborted by the platform',
};

/** Why attempts failed, the most frequent reason first, each with its share of all failures. */
export function FailureReasons({ metrics: { failures, step } }: { readonly metrics: Metrics }) {
  const rows = Object.entries(failures).filter(([, count]) => count > 0);
  const sum = rows.reduce((total, [, count]) => total + count, 0);
  if (sum === 0) return <p class="soft">No attempt failed in {RANGES[step].last}.</p>;
  return (
    <BarList
      label="Reasons of failed attempts"
      isBad
      rows={rows
        .toSorted(([, one], [, other]) => other - one)
        .map(([key, count]) => ({
          key,
          // A newer API can have reasons that this release has no words for.
          name: Object.entries(WORDS).find(([reason]) => reason === key)?.[1] ?? key,
          count,
          more: `${Math.round((count / sum) * 100)} %`,
        }))}
    />
  );
}
