import { randomUUID } from 'node:crypto';
import { EVENT_CATALOGUE, findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { systemRandom } from '#shared/platform/runtime/system-random.ts';
import { type Counted, type CountedCall, type CountedStack, startCountedStack } from './counted-stack.ts';
import { startCountingReceiver } from './counting-receiver.ts';
import { freshSample } from './fresh-sample.ts';
import { createPlatformCalls, ORDER_PAID } from './platform-calls.ts';
import { settled } from './settled.ts';
import { sweepOnce } from './sweep-once.ts';

export type EventRunOptions = {
  readonly events: number;
  readonly endpoints: number;
  /** Whether the events are about a contact, like most events. */
  readonly contact: boolean;
  /**
   * Whether each endpoint subscribes to a different event, so that an event has one delivery and a batch has many endpoints.
   */
  readonly spread: boolean;
  /** Whether the events are the samples of all events that can be ingested, in turn, instead of small orders. */
  readonly samples: boolean;
};

export type EventRun = EventRunOptions & {
  readonly counted: Counted;
  readonly deliveries: number;
  /** Read units of the minute sweep for these events alone. */
  readonly sweepReads: number;
  /** Bytes of the requests to receivers, without TLS. */
  readonly requestBytes: number;
  readonly logBytes: number;
};

const CLIENTS = 8;

/**
 * Records events and waits until every delivery is made and recorded. The dispatcher is held until all events are recorded,
 * so that the stream provides full batches, as under load.
 */
export async function runEvents(options: EventRunOptions, logBytes: () => number): Promise<EventRun> {
  const { events, endpoints, spread, samples } = options;
  const receiver = await startCountingReceiver();
  const stack = await startCountedStack();
  try {
    const { call, createEnabledEndpoint } = createPlatformCalls(stack.ready.baseUrl, stack.ready.apiKey);
    const kinds = kindsOf(options);
    for (let number = 0; number < endpoints; number += 1) {
      const subscribed = spread ? kinds.filter((_, kind) => kind % endpoints === number) : kinds;
      await createEnabledEndpoint(`Cost ${number}`, receiver.url, subscribed);
    }
    const bodyOf = (number: number) => {
      const event = kinds[number % kinds.length] ?? ORDER_PAID;
      return { event, data: samples ? sampleData(event) : orderData(number, options.contact) };
    };
    await settled(stack, () => true);
    const logged = logBytes();

    const release = stack.hold('dispatch-event');
    let next = 0;
    const send = async (): Promise<void> => {
      while (next++ < events) await call('POST', '/api/v1/salesbot/events', bodyOf(next));
    };
    await Promise.all(Array.from({ length: CLIENTS }, send));
    release();
    const deliveries = spread ? events : events * endpoints;
    await receiver.until(deliveries);
    const counted = await settled(stack, ({ calls }) => recorded(calls) >= deliveries);
    requireUndisturbed(counted.calls);
    const { bytes: requestBytes } = receiver.tally;
    const logBytesOfRun = logBytes() - logged;
    const sweepReads = await readsOfSweep(stack);
    return { ...options, counted, deliveries, sweepReads, requestBytes, logBytes: logBytesOfRun };
  } finally {
    await stack.stop();
    await receiver.close();
  }
}

/** Thrown for a run that measured this machine rather than the platform. */
export class DisturbedRunError extends Error {
  override readonly name = 'DisturbedRunError';
}

/**
 * On a busy machine, a request can be so slow that its endpoint counts as slow (docs/failure-histories.md#hanging-receivers).
 */
function requireUndisturbed(calls: readonly CountedCall[]): void {
  const diverted = calls.filter(({ by, service }) => by === 'deliver-webhook' && service === 'sqs');
  if (diverted.length > 0) throw new DisturbedRunError(`${diverted.length} deliveries were diverted`);
}

function recorded(calls: readonly CountedCall[]): number {
  return calls.filter(
    ({ by, action, items }) => by === 'deliver-webhook' && RECORDING.has(action) && items.includes('E'),
  ).length;
}

const RECORDING = new Set(['PutItem', 'UpdateItem']);

async function readsOfSweep(stack: CountedStack): Promise<number> {
  stack.take();
  await sweepOnce(stack);
  const calls = stack.take().calls.filter(({ by }) => by === 'sweep');
  // An empty partition is queried every minute, with or without events.
  return calls.reduce((sum, { action, reads }) => sum + reads - (action === 'Query' ? EMPTY_QUERY : 0), 0);
}

const EMPTY_QUERY = 0.5;

/** The names of the ingested events. */
function kindsOf({ spread, samples, endpoints }: EventRunOptions): readonly string[] {
  if (samples) return EVENT_CATALOGUE.filter(({ product }) => product === 'salesbot').map(({ name }) => name);
  return spread ? ABOUT_ORDERS.slice(0, endpoints) : [ORDER_PAID];
}

/** Events that need only an order and a contact, so that each takes one write unit like the others. */
const ABOUT_ORDERS = EVENT_CATALOGUE.map(({ name }) => name).filter((name) =>
  name.startsWith('salesbot.store.'),
);

function sampleData(name: string) {
  const event = findEvent(name);
  if (!event) throw new Error(`The catalogue has no ${name}`);
  return freshSample(event, new Date(), systemRandom);
}

function orderData(number: number, withContact: boolean) {
  const order = { id: randomUUID(), number: String(number), total: '59.90', currency: 'EUR' };
  const contact = { id: randomUUID(), name: 'Ada Lovelace' };
  return withContact ? { contact, order } : { order };
}
