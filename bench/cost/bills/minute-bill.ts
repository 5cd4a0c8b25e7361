import type { Counted } from '#bench/cost/counted-stack.ts';
import { readPlatform } from '#local/template/read-platform.ts';
import { type BillLine, callDollars, line } from './bill.ts';
import { IDLE, idleRunDollars, PRICES } from './price-list.ts';
import { standingLines, type Templates } from './standing-bill.ts';

/**
 * The cost of the idle platform in dollars per month, without what grows with its data: storage, backups and logs. Custom
 * metrics exist only once it delivers.
 */
export function billMonth({ calls, runs }: Counted, templates: Templates): readonly BillLine[] {
  const own = calls.filter(({ by }) => by !== undefined);
  const { mappings, functions } = readPlatform(templates, { queueUrl: String, apiUrl: '' });
  const queues = new Set(mappings.flatMap((each) => (each.kind === 'queue' ? [each.queueName] : [])));
  const gigabytes = new Map(
    functions.map(({ operation, memoryMegabytes }) => [operation, memoryMegabytes / 1024]),
  );
  const polls = queues.size * IDLE.pollers * IDLE.pollsAMinute;
  return [
    monthly(
      'invocations every minute',
      `${runs.length} invocations`,
      runs.reduce((sum, { operation }) => sum + idleRunDollars(gigabytes.get(operation)), 0),
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
  return line(component, what, dollars * IDLE.minutes, 1e6);
}
