import { totalOf } from '#bench/cost/aws-call.ts';
import type { CountedCall } from '#bench/cost/counted-stack.ts';
import type { EventRun } from '#bench/cost/event-run.ts';
import { type BillLine, callDollars, line, totalDollars } from './bill.ts';
import { ASSUMED, deliverBatchSeconds, invocationDollars, PRICES } from './price-list.ts';

/** The memory size of `deliver-webhook`, and its CPU time in milliseconds per delivery as `bench -- hot` measured it. */
export type DeliverCost = {
  readonly memoryMegabytes: number;
  readonly cpu: { readonly oneEndpoint: number; readonly fanOut: number };
};

export type EventBill = Pick<
  EventRun,
  'events' | 'endpoints' | 'contact' | 'spread' | 'samples' | 'deliveries'
> & {
  /** From the event to its recorded first attempts, in dollars per million events. */
  readonly plane: readonly BillLine[];
  readonly perMillionEvents: number;
  readonly perMillionDeliveries: number;
  /** Additional costs that are not part of the target. */
  readonly beside: readonly BillLine[];
};

type Part = { readonly component: string; readonly is: (call: CountedCall) => boolean };

/** The expected calls of an event; any other call appears in a separate line. */
const PARTS: readonly Part[] = [
  part('read of the endpoint directory (strongly consistent)', 'ingest-event', 'GetItem', 'DIR/EPS'),
  part('event written', 'ingest-event', 'PutItem', 'EV'),
  part('messages sent', 'dispatch-event', 'SendMessageBatch'),
  part('last item of the event log read (strongly consistent)', 'dispatch-event', 'Query', 'LOG/*'),
  part('event log written', 'dispatch-event', 'PutItem', 'LOG'),
  part('read of the endpoint (strongly consistent)', 'deliver-webhook', '', 'X/X'),
  part('key pair of the secret read (strongly consistent)', 'deliver-webhook', 'GetItem', 'BUCKET/V'),
  part('key pair decrypted', 'deliver-webhook', 'Decrypt'),
  part('attempt recorded', 'deliver-webhook', '', 'E'),
];

/** Reported beside the price of a delivery, which is compared with older ones. */
const COUNTED: Part = {
  component: 'metrics',
  is: ({ by, items }) =>
    by === 'deliver-webhook' && items.length > 0 && items.every((item) => /^M[TH]\b/u.test(item)),
};

/** Of records, like `COUNTED`: an event about a contact looks for the contact. */
const CONTACT = part('contact of the event, if the platform manages it', 'ingest-event', 'GetItem', 'CT/CT');

/** The records that the event names: no delivery waits for them, so they are beside the price of a delivery. */
const RECORDS: Part = {
  component: 'records of the event',
  is: ({ by, service }) => by === 'project-changes' && service === 'dynamodb',
};

const AUTHENTICATION = part('API key of the caller', 'ingest-event', '', 'K/K');
const PLANE = new Set(['ingest-event', 'dispatch-event', 'deliver-webhook', 'project-changes']);

/** The cost of a run, by component. */
export function billEvents(run: EventRun, deliverCost: DeliverCost): EventBill {
  const { events, deliveries, counted } = run;
  const calls = counted.calls.filter(({ by }) => by !== undefined && PLANE.has(by));
  const known = [...PARTS, AUTHENTICATION, CONTACT, COUNTED, RECORDS];
  const others = calls.filter((call) => known.every(({ is }) => !is(call)));
  const plane = [
    ...PARTS.map(({ component, is }) => lineOf(component, calls.filter(is), events)),
    ...lambdaLines(run, deliverCost),
    line(
      'messages received and deleted',
      `batches of ${ASSUMED.deliverBatchMessages}`,
      (2 * (PRICES.queueRequest + PRICES.fairQueueRequest) * deliveries) / ASSUMED.deliverBatchMessages,
      events,
    ),
    lineOf('anything else', others, events),
  ];
  const total = totalDollars(plane);
  return {
    ...pick(run),
    plane,
    perMillionEvents: total,
    perMillionDeliveries: (total * events) / deliveries,
    beside: besideLines(run, calls),
  };
}

function lambdaLines(
  { events, deliveries, endpoints, spread }: EventRun,
  { memoryMegabytes, cpu }: DeliverCost,
): BillLine[] {
  const cpuMs = endpoints === 1 || spread ? cpu.oneEndpoint : cpu.fanOut;
  const deliverSeconds = deliverBatchSeconds(cpuMs, memoryMegabytes);
  const batches = deliveries / ASSUMED.deliverBatchMessages;
  const dispatches = events / ASSUMED.streamRecords;
  const dispatchSeconds = (ASSUMED.streamHundred * deliveries) / 100 / dispatches + ASSUMED.logAppend;
  return [
    line(
      'dispatch-event',
      `${ASSUMED.streamRecords} records a run, ${ASSUMED.streamHundred} s per 100 messages, ${ASSUMED.logAppend} s for the log`,
      dispatches * invocationDollars(dispatchSeconds),
      events,
    ),
    line(
      'deliver-webhook',
      `${deliverSeconds.toFixed(3)} s per ${ASSUMED.deliverBatchMessages} deliveries at ${memoryMegabytes} MB`,
      batches * invocationDollars(deliverSeconds, memoryMegabytes / 1024),
      events,
    ),
  ];
}

function besideLines(run: EventRun, calls: readonly CountedCall[]): BillLine[] {
  const { events, counted, sweepReads, requestBytes, logBytes } = run;
  const followed = counted.runs.filter(({ operation }) => operation === 'project-changes');
  const changes = followed.reduce((sum, { records }) => sum + records, 0);
  return [
    line('minute sweep', `${sweepReads} read units`, sweepReads * PRICES.readUnit, events),
    line('HTTP API', `${events} requests`, events * PRICES.httpApiRequest, events),
    line(
      'ingest-event',
      `${ASSUMED.operation * 1000} ms per request`,
      events * invocationDollars(ASSUMED.operation),
      events,
    ),
    ...[AUTHENTICATION, CONTACT, COUNTED, RECORDS].map(({ component, is }) =>
      lineOf(component, calls.filter(is), events),
    ),
    line(
      'project-changes, for the records',
      `${changes} events, ${ASSUMED.streamRecords} a run`,
      (changes / ASSUMED.streamRecords) * invocationDollars(ASSUMED.streamHundred),
      events,
    ),
    line('logs', `${logBytes} bytes`, (logBytes / 1e9) * PRICES.logGigabyte, events),
    line('egress without TLS', `${requestBytes} bytes`, (requestBytes / 1e9) * PRICES.egressGigabyte, events),
  ];
}

function lineOf(component: string, calls: readonly CountedCall[], of: number): BillLine {
  const { calls: count, reads, writes, indexWrites, messages, rejected } = totalOf(calls);
  const said = [
    `${count} calls`,
    ...(reads > 0 ? [`${reads} read units`] : []),
    ...(writes > 0 ? [`${writes} write units`] : []),
    ...(indexWrites > 0 ? [`${indexWrites} of them to an index`] : []),
    ...(messages > 0 ? [`${messages} messages`] : []),
    ...(rejected > 0 ? [`${rejected} with a failed condition`] : []),
  ];
  return line(component, said.join(', '), callDollars(calls), of);
}

function part(component: string, by: string, action: string, item?: string): Part {
  return {
    component,
    is: (call) =>
      call.by === by && call.action.startsWith(action) && (item === undefined || call.items.includes(item)),
  };
}

function pick({ events, endpoints, contact, spread, samples, deliveries }: EventRun) {
  return { events, endpoints, contact, spread, samples, deliveries };
}
