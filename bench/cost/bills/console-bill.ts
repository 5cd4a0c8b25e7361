import type { ConsoleOperation, ConsoleRequest } from '#bench/cost/console-run.ts';
import { type BillLine, callDollars, line } from './bill.ts';
import { ASSUMED, CONSOLE_HOUR, invocationDollars, PRICES } from './price-list.ts';

/** The price of one request of the console, with the audit entry and other work that follows it. */
function requestDollars({ requests, counted, seconds = ASSUMED.operation }: ConsoleRequest): number {
  const own = PRICES.httpApiRequest + invocationDollars(seconds);
  const records = counted.runs
    .filter((run) => run.operation === 'project-changes')
    .reduce((sum, run) => sum + run.records, 0);
  const followed = (records / ASSUMED.streamRecords) * invocationDollars(ASSUMED.streamHundred);
  return own + (callDollars(counted.calls) + followed) / requests;
}

/** Each request of the console, in dollars per million. */
export function consoleRequestLines(measured: readonly ConsoleRequest[]): readonly BillLine[] {
  return measured.map((each) =>
    line(each.operation, `${each.counted.calls.length / each.requests} AWS calls`, requestDollars(each), 1),
  );
}

const HOURS = 1000;
/** Requests of a program that waits for events all the time. */
const WAITS_AN_HOUR = 450;

/** A thousand hours in which a person has the console open, in dollars. */
export function consoleHourLines(measured: readonly ConsoleRequest[]): readonly BillLine[] {
  const { refreshesAMinute, homeRefreshesAMinute, failingEndpoints, deliveryReadsAMinute } = CONSOLE_HOUR;
  const { files, homeMinutes, endpointMinutes, deliveryMinutes, eventMinutes } = CONSOLE_HOUR;
  const dollars = (counts: Partial<Record<ConsoleOperation, number>>): number =>
    measured.reduce((sum, each) => sum + (counts[each.operation] ?? 0) * requestDollars(each), 0);
  const screen = (
    name: string,
    minutes: number,
    counts: Partial<Record<ConsoleOperation, number>>,
  ): BillLine => {
    const requests = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return {
      component: name,
      what: `${minutes} min, ${requests} requests an hour`,
      dollarsPerMillion: HOURS * dollars(counts),
    };
  };
  const home = homeMinutes * homeRefreshesAMinute;
  const endpoint = endpointMinutes * refreshesAMinute;
  return [
    screen('console link, files and key', 0, {
      'create-console-link': 1,
      'get-console': files,
      'get-current-key': 1,
    }),
    screen('Home', homeMinutes, { 'list-endpoints': home, 'list-deliveries': home * failingEndpoints }),
    screen('an endpoint with its deliveries', endpointMinutes, {
      'get-endpoint': endpoint,
      'list-deliveries': endpoint,
    }),
    screen('a delivery in flight', deliveryMinutes, {
      'get-delivery': deliveryMinutes * deliveryReadsAMinute,
    }),
    screen('the event log', eventMinutes, { 'list-events': eventMinutes * refreshesAMinute }),
  ];
}

/** A thousand hours in which a program waits for events that do not come, in dollars. */
export function feedHourLines(measured: readonly ConsoleRequest[]): readonly BillLine[] {
  return measured
    .filter(({ operation }) => operation === 'read-event-feed, waiting')
    .map((each) => ({
      component: 'requests that wait 8 seconds',
      what: `${WAITS_AN_HOUR} requests an hour, ${each.counted.calls.length / each.requests} AWS calls each`,
      dollarsPerMillion: HOURS * WAITS_AN_HOUR * requestDollars(each),
    }));
}
