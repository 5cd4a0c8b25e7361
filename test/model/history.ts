import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { aPrincipal, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createConsumers } from './consumers.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { checkEnding } from './ending-rules.ts';
import { type CrashPoint, createFaults, drawRates, type FaultKind } from './faults.ts';
import { createFeedReader } from './feed-reader.ts';
import { type Figures, figuresOf } from './figures.ts';
import { isIdle, deleteExpiredEvents } from './idle.ts';
import { type BrokenRule, createLedger } from './ledger.ts';
import { createMinuteTicks } from './minute-ticks.ts';
import { foundWorld } from './new-workspace.ts';
import { createData, createStores, type Parts, type Sabotage } from './parts.ts';
import { type Process, startProcess } from './process.ts';
import { createQueues, type Queues } from './queues.ts';
import { createRandom, withSeededIds } from './random.ts';
import { createReceiver } from './receiver.ts';
import { TIMES } from './settings.ts';
import { createSimStream, type SimStream } from './sim-stream.ts';
import { createTimeline, readableTrace } from './timeline.ts';
import { drawActions } from './user-actions.ts';
import { createUsers } from './users.ts';

export type HistoryOptions = {
  readonly isTraced?: boolean;
  /** Kinds of faults and actions that are disabled, to make a history smaller. */
  readonly off?: ReadonlySet<FaultKind>;
  readonly skip?: ReadonlySet<number>;
  /** One crash at this call, and no other fault. */
  readonly crashAt?: CrashPoint;
  readonly isCalm?: boolean;
  readonly sabotage?: () => Sabotage;
};

export type History = {
  readonly seed: number;
  readonly broken: BrokenRule | undefined;
  readonly trace: string;
  readonly figures: Figures;
};

/** Every history must have ended by then. */
const MAX_STEPS = 60_000;
const MAX_MS = 40 * DAY_MS;

const MAX_REST_DAYS = 9;

/** One history, from its seed alone. */
export function runHistory(seed: number, options: HistoryOptions = {}): Promise<History> {
  return withSeededIds(createRandom(seed, 'ids'), () => run(seed, options));
}

async function run(seed: number, options: HistoryOptions): Promise<History> {
  const random = createRandom(seed, 'history');
  const start = NOW.getTime() + random.between(0, HOUR_MS);
  const off = new Set([...(options.off ?? []), ...(options.crashAt || options.isCalm ? drawAll() : [])]);
  const rates = drawRates(seed, off);
  const isCalm = !options.crashAt && Object.values(rates).every((rate) => rate === 0);
  const timeline = createTimeline(start, options.isTraced ?? false);
  const faults = createFaults(seed, rates, options.crashAt);
  const ledger = createLedger(timeline, isCalm);
  const { span, actions } = drawActions(seed, options.skip);
  const faultsEnd = start + span + 10 * MINUTE_MS;

  let count = 0;
  const data = createData(ledger, timeline, () => stream);
  const stores = createStores(data, ledger);
  const ticks = createMinuteTicks({
    timeline,
    faults,
    ledger,
    data,
    run: (part) => void consumers.sweep(startNamed('sweep', TIMES.sweep.timeoutMs), part),
  });
  const receivers = new Map<string, ReturnType<typeof createReceiver>>();
  const consumers = createConsumers({
    seed,
    timeline,
    faults,
    ledger,
    data,
    sabotage: options.sabotage?.(),
    get parts() {
      return parts;
    },
    stream: () => stream,
    queueLength: () => queues.length(),
    onDelivery: (endpointId) => users.strike(endpointId),
    receiverOf: (endpointId) => {
      const receiver = receivers.get(endpointId);
      if (!receiver) throw new Error('No such receiver');
      return receiver;
    },
  });
  const stream: SimStream = createSimStream({
    timeline,
    faults,
    startProcess: () => startNamed('dispatch', TIMES.dispatch.timeoutMs),
    onLoss(request) {
      for (const id of deliveriesOf(request)) ledger.trouble(id, 'lost');
      if (request.kind === 'event') ledger.unlisted.add(request.event.id);
    },
    consume: consumers.dispatch,
  });
  const queues: Queues = createQueues({
    timeline,
    faults,
    ledger,
    startProcess: startNamed,
    consume: consumers,
  });
  const parts: Parts = { ...stores, ...queues, sweep: ticks.watch(stores.sweep) };
  const { keys, apiKey, endpointIds, workspaceId } = await foundWorld(seed, data, stores, start);
  for (const [index, id] of endpointIds.entries())
    receivers.set(id, createReceiver(seed, String(index), start, faultsEnd));

  const users = createUsers({
    timeline,
    faults,
    ledger,
    data,
    parts,
    keys,
    apiKey,
    endpointIds,
    startProcess: () => startNamed('api', TIMES.http.timeoutMs),
  });
  const reader = createFeedReader(seed, timeline, stores, aPrincipal({ workspaceId }));
  reader.start();
  ticks.start();
  deleteExpiredEvents(data, timeline);
  for (const action of actions) timeline.after(action.at + 1, () => users.act(action));
  planRest();
  timeline.after(faultsEnd - start, calm);

  while (!ledger.broken && !isIdle(data, ledger, timeline, queues.deadLetters())) {
    if (timeline.steps > MAX_STEPS || timeline.now() - start > MAX_MS) {
      ledger.breaks(
        'every history ends',
        `not after ${timeline.steps} steps and ${timeline.now() - start} ms`,
      );
    } else if (!(await timeline.step())) ledger.breaks('every history ends', 'nothing happens any more');
  }
  if (!ledger.broken) {
    checkEnding(ledger, {
      deliveries: data.deliveries,
      logs: data.logs,
      feed: await reader.finish(),
      counts: data.counts,
      recoveries: data.core.recoveries.values(),
      deadLetters: queues.deadLetters(),
    });
  }
  return result();

  function drawAll(): FaultKind[] {
    return Object.keys(drawRates(seed)) as FaultKind[];
  }

  function startNamed(name: string, timeoutMs: number): Process {
    count += 1;
    return startProcess({
      name: `${name} ${count}`,
      timeoutMs,
      timeline,
      faults,
      onTrouble(troubled, what) {
        for (const id of troubled.subjects) ledger.trouble(id, what);
        if (name === 'dispatch') ledger.halts += 1;
        // The delivery that closes the breaker queues the job that releases the others.
        const isLookLost = name === 'release' || troubled.since.includes('health.recordResponse');
        if (isLookLost) ledger.isReleaseTroubled = true;
      },
    });
  }

  /** Everything stops for hours or days; messages older than their retention are lost then. */
  function planRest(): void {
    if (!faults.hits('rest')) return;
    const length = Math.round(HOUR_MS * (MAX_REST_DAYS * 24) ** random.next());
    timeline.after(Math.round(span * random.next()), () => {
      const until = timeline.now() + length;
      timeline.say('operator', () => `stops everything for ${Math.round(length / MINUTE_MS)} minutes`);
      ledger.isDisturbed = true;
      queues.rest(until);
      stream.rest(until);
      ticks.rest(until);
      timeline.after(length, () => timeline.say('operator', () => 'starts everything again'));
    });
  }

  /** The end phase: there are no more faults, and people redrive the dead-letter queues every hour. */
  function calm(): void {
    timeline.say('world', () => 'no more faults from here on');
    faults.stop();
    stream.redrive();
    queues.redrive();
    timeline.afterAll(HOUR_MS, calm);
  }

  function result(): History {
    const figures = figuresOf(data, ledger, timeline, {
      calls: faults.calls,
      virtualMs: timeline.now() - start,
    });
    return { seed, broken: ledger.broken, trace: readableTrace(timeline.lines, start), figures };
  }
}
