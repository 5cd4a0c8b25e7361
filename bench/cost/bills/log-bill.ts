import { randomUUID } from 'node:crypto';
import type { Goal } from '#bench/cost/goals.ts';
import { itemSize } from '#bench/cost/item-size.ts';
import { toLogEntry } from '#shared/events/recording/log-entry.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { toLogItem } from '#shared/events/store/event-log-items.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';
import { type BillLine, line, totalDollars } from './bill.ts';
import { ASSUMED, invocationDollars, PRICES } from './price-list.ts';

/** Dollars per million events. */
const LIMIT = 0.1;

const WRITE_UNIT_BYTES = 1024;
const READ_UNIT_BYTES = 4096;

/** Duration of an invocation of the dispatcher with one event, in seconds. */
const SINGLE_SECONDS = 0.02;

/** The bills of the event log in dollars per million events, computed from the sizes of its items, by case. */
export function logBills(): Readonly<Record<string, readonly BillLine[]>> {
  const full = linesOf(ASSUMED.streamRecords);
  const single = linesOf(1);
  return {
    'Event log, full batches of one workspace, computed: dollars per million events': [
      ...full,
      runLine(ASSUMED.logAppend, ASSUMED.streamRecords),
    ],
    'Event log, one event a second, computed: dollars per million events': [
      ...single,
      runLine(ASSUMED.logAppend, 1),
    ],
    'Event log, full batches of 100 workspaces, computed: dollars per million events': [
      ...single,
      runLine(ASSUMED.logAppend * WRITES_IN_TURN, ASSUMED.streamRecords),
    ],
    'Dispatcher for events without endpoints, full batches, computed: dollars per million events': [
      invocationLine(SINGLE_SECONDS, ASSUMED.streamRecords),
    ],
    'Dispatcher for events without endpoints, one event a second, computed: dollars per million events': [
      invocationLine(SINGLE_SECONDS, 1),
    ],
  };
}

/** The dispatcher writes 25 of 100 logs at a time. */
const WRITES_IN_TURN = 4;

/** The target for the log of one workspace in full batches. */
export function logGoal(): Goal {
  const [lines = []] = Object.values(logBills());
  return {
    what: 'dollars per million events for the event log, in full batches',
    limit: LIMIT,
    found: totalDollars(lines),
  };
}

function linesOf(entries: number): BillLine[] {
  const bytes = itemSize(marshall(anItem(entries), { removeUndefinedValues: true }));
  const [writes, reads] = [Math.ceil(bytes / WRITE_UNIT_BYTES), Math.ceil(bytes / READ_UNIT_BYTES)];
  return [
    line('event log written', `${bytes} bytes, ${writes} write units`, writes * PRICES.writeUnit, entries),
    line('last item read', `${reads} read units`, reads * PRICES.readUnit, entries),
  ];
}

function anItem(entries: number) {
  const now = new Date();
  const event = {
    workspaceId: newId(now),
    event: 'salesbot.store.order_paid',
    product: 'salesbot',
    channel: 'whatsapp',
    test: false,
    body: '',
    matches: [],
    filteredOut: [],
    recordedAt: now,
    correlationId: '',
  } as const;
  return toLogItem(event.workspaceId, {
    sequence: 1,
    writtenAt: now,
    entries: Array.from({ length: entries }, () =>
      toLogEntry({ ...event, id: newId(now) }, hashContact(randomUUID())),
    ),
  });
}

/** The longer duration of a run of the dispatcher. */
function runLine(seconds: number, events: number): BillLine {
  const dollars = invocationDollars(seconds) - PRICES.lambdaRequest;
  return line('longer run of dispatch-event', `${seconds} s for ${events} events`, dollars, events);
}

function invocationLine(seconds: number, events: number): BillLine {
  const what = `an invocation of ${seconds} s for ${events} events`;
  return line('dispatch-event', what, invocationDollars(seconds), events);
}
