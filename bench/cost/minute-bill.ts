import { type BillLine, callDollars, line } from './bill.ts';
import type { Counted } from './counted-stack.ts';
import { invocationDollars, PRICES } from './price-list.ts';
import { standingLines, type Templates } from './standing-bill.ts';

const MINUTES_A_MONTH = 43_800;
/** Loops that wait for messages of a queue, 20 seconds each; AWS keeps five where concurrency has a maximum. */
const POLLERS = 5;
const POLLS_A_MINUTE = 3;
/** What such a run takes that finds nothing to do. */
const RUN_SECONDS = 0.1;

/**
 * What the platform costs in dollars a month while nobody uses it, without what grows with its data: storage, backups and logs.
 * Metrics of its own it has only once it delivers.
 */
export function billMonth({ calls, runs }: Counted, templates: Templates): readonly BillLine[] {
  const own = calls.filter(({ by }) => by !== undefined);
  const queues = new Set(calls.filter(({ by }) => by === undefined).map(({ target }) => target));
  const polls = queues.size * POLLERS * POLLS_A_MINUTE;
  return [
    monthly('runs every minute', `${runs.length} runs`, runs.length * invocationDollars(RUN_SECONDS)),
    monthly('schedules fired', `${runs.length} a minute`, runs.length * PRICES.scheduleFired),
    monthly('their calls', `${own.length} calls`, callDollars(own)),
    monthly(
      'queues polled',
      `${queues.size} queues, ${polls} calls a minute`,
      polls * (PRICES.queueRequest + PRICES.fairQueueRequest),
    ),
    ...standingLines(templates),
  ];
}

/** A line of what happens every minute, in dollars a month. */
function monthly(component: string, what: string, dollars: number): BillLine {
  return line(component, what, dollars * MINUTES_A_MONTH, 1e6);
}
