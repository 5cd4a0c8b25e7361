import { type BillLine, callDollars, line } from './bill.ts';
import type { Counted } from './counted-stack.ts';
import { invocationDollars, PRICES } from './price-list.ts';
import { standingLines, type Templates } from './standing-bill.ts';

const MINUTES_A_MONTH = 43_800;
/** Concurrent long polls of a queue, 20 seconds each; AWS keeps five if the mapping has a maximum concurrency. */
const POLLERS = 5;
const POLLS_A_MINUTE = 3;
/** Duration of an invocation that finds nothing to do. */
const RUN_SECONDS = 0.1;

/**
 * The cost of the idle platform in dollars per month, without what grows with its data: storage, backups and logs. Custom
 * metrics exist only once it delivers.
 */
export function billMonth({ calls, runs }: Counted, templates: Templates): readonly BillLine[] {
  const own = calls.filter(({ by }) => by !== undefined);
  const queues = new Set(calls.filter(({ by }) => by === undefined).map(({ target }) => target));
  const polls = queues.size * POLLERS * POLLS_A_MINUTE;
  return [
    monthly(
      'invocations every minute',
      `${runs.length} invocations`,
      runs.length * invocationDollars(RUN_SECONDS),
    ),
    monthly('schedules fired', `${runs.length} per minute`, runs.length * PRICES.scheduleFired),
    monthly('their calls', `${own.length} calls`, callDollars(own)),
    monthly(
      'queues polled',
      `${queues.size} queues, ${polls} calls per minute`,
      polls * (PRICES.queueRequest + PRICES.fairQueueRequest),
    ),
    ...standingLines(templates),
  ];
}

/** A line for what happens every minute, in dollars per month. */
function monthly(component: string, what: string, dollars: number): BillLine {
  return line(component, what, dollars * MINUTES_A_MONTH, 1e6);
}
