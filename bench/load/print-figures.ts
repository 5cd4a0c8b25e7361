import type { LoadFigures } from './load-figures.ts';
import type { Percentiles } from './percentiles.ts';

/** The figures as a table. */
export function figuresTable(figures: LoadFigures): string {
  const wrongHeaders = Object.values(figures.wrongHeaders).reduce((sum, count) => sum + count, 0);
  const rows: readonly (readonly [string, string | number])[] = [
    ['events accepted', figures.eventsAccepted],
    ['deliveries expected', figures.deliveriesExpected],
    ['requests received', figures.requests],
    ['deliveries received with 2xx', figures.delivered],
    ['recorded deliveries that ended', figures.ended],
    ['recorded deliveries that are scheduled', figures.planned],
    ['duplicates after a 2xx', figures.duplicates],
    ['lost', figures.lost],
    ['undecided, if not drained', figures.undecided],
    ['more than 6 attempts', figures.moreThanSixAttempts],
    ['most requests of one delivery', figures.mostRequestsOfOneDelivery],
    ['wrong signatures', figures.wrongSignatures],
    ['wrong headers', wrongHeaders],
    ['deliveries of events never accepted', figures.neverAccepted],
    ['client requests without a response', figures.connectionErrors],
    ['responses that asked a client to retry', figures.rejections],
    ['SIGKILLs', figures.crashes.length],
    ['202 to first request, ms', spread(figures.firstRequestMs)],
    ['202 to 2xx, ms', spread(figures.successMs)],
    ['seconds to accept all events', figures.ingestSeconds],
    ['seconds to the last 2xx', figures.seconds],
    ['deliveries per second', figures.deliveriesPerSecond],
    ['drained', figures.drained ? 'yes' : 'no'],
  ];
  const width = Math.max(...rows.map(([label]) => label.length));
  return rows.map(([label, value]) => `${label.padEnd(width)}  ${value}`).join('\n');
}

function spread({ p50, p95, p99, max }: Percentiles): string {
  return `p50 ${p50}  p95 ${p95}  p99 ${p99}  max ${max}`;
}
