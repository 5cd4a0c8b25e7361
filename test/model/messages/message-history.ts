import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/platform/core/time-units.ts';
import { type CrashPoint, createFaults, drawRates, FAULT_KINDS, type FaultKind } from '#test/model/faults.ts';
import { startProcess } from '#test/model/process.ts';
import { createRandom, withSeededIds } from '#test/model/random.ts';
import { createTimeline, readableTrace } from '#test/model/timeline.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { withinWorkspace } from '#test/support/fakes/platform/memory-core.ts';
import {
  actAs,
  drawMessageActions,
  foundParties,
  type MessageAction,
  type Party,
} from './message-actions.ts';
import { createMessageConsumers } from './message-consumers.ts';
import { checkMessageEnding } from './message-ending.ts';
import { type BrokenMessageRule, createMessageLedger } from './message-ledger.ts';
import { createMessageCore, createMessageParts, type MessageSabotage } from './message-parts.ts';
import { createMessageQueues } from './message-queues.ts';
import { createProvider } from './provider.ts';
import { MESSAGE_TIMES } from './settings.ts';

export type MessageHistoryOptions = {
  readonly isTraced?: boolean;
  /** Kinds of faults and actions that are disabled, to make a history smaller. */
  readonly off?: ReadonlySet<FaultKind>;
  readonly skip?: ReadonlySet<number>;
  /** One crash at this call, and no other fault. */
  readonly crashAt?: CrashPoint;
  readonly isCalm?: boolean;
  readonly sabotage?: MessageSabotage;
  readonly withoutSweep?: boolean;
};

export type MessageHistory = {
  readonly seed: number;
  readonly broken: BrokenMessageRule | undefined;
  readonly trace: string;
  readonly figures: {
    readonly calls: number;
    readonly steps: number;
    readonly virtualMs: number;
    readonly isCalm: boolean;
    /** Messages by status at the end, those from contacts as well. */
    readonly statuses: Readonly<Record<string, number>>;
    /** Messages that the provider accepted. */
    readonly copies: number;
  };
};

const MAX_STEPS = 60_000;
const MAX_MS = 40 * DAY_MS;
const MAX_REST_DAYS = 3;

/** One history of messages, from its seed alone. */
export function runMessageHistory(
  seed: number,
  options: MessageHistoryOptions = {},
): Promise<MessageHistory> {
  return withSeededIds(createRandom(seed, 'ids'), () => run(seed, options));
}

async function run(seed: number, options: MessageHistoryOptions): Promise<MessageHistory> {
  const random = createRandom(seed, 'history');
  const start = NOW.getTime() + random.between(0, HOUR_MS);
  const off = new Set(options.crashAt || options.isCalm ? FAULT_KINDS : options.off);
  const rates = drawRates(seed, off);
  const isCalm = !options.crashAt && Object.values(rates).every((rate) => rate === 0);
  const isSteady =
    !options.crashAt && (['crash', 'refusal', 'stall', 'rest'] as const).every((kind) => rates[kind] === 0);
  const timeline = createTimeline(start, options.isTraced ?? false);
  const faults = createFaults(seed, rates, options.crashAt);
  const ledger = createMessageLedger(timeline);
  const { span, actions } = drawMessageActions(seed, options.skip ?? new Set());

  let count = 0;
  const core = createMessageCore(ledger, (message) => queues.plan(message));
  const whole = createMessageParts(core);
  const parts = options.sabotage?.(whole, core) ?? whole;
  const provider = createProvider({ seed, timeline, ledger, publish: (each) => queues.publish(each) });
  const ambushes: MessageAction[] = [];
  const consumers = createMessageConsumers({
    timeline,
    ledger,
    parts,
    provider,
    queue: () => queues.queue,
    onDeliver({ workspaceId, id }) {
      const contactId = core.messages.get(withinWorkspace(workspaceId, id))?.contactId;
      const party = parties.find(({ contact }) => contact.id === contactId);
      const action = party && ambushes.pop();
      if (party && action) timeline.after(action.random.between(1, 25), () => perform(party, action));
    },
  });
  const queues = createMessageQueues({
    timeline,
    faults,
    ledger,
    startProcess: (name) => {
      count += 1;
      return startProcess({
        name: `${name} ${count}`,
        timeoutMs: MESSAGE_TIMES.timeoutMs,
        timeline,
        faults,
        onTrouble: () => undefined,
      });
    },
    deliver: consumers.deliver,
    record: consumers.record,
    find: ({ workspaceId, id }) => core.messages.get(withinWorkspace(workspaceId, id)),
    sweeps: options.withoutSweep !== true,
  });
  const parties = await foundParties(seed, whole, new Date(start));

  for (const action of actions)
    timeline.after(action.at + 1, () => {
      const party = action.random.pick(parties);
      // An opt-out waits for a run that sends a message to a contact, and strikes in its middle.
      if (action.kind === 'opt-out') ambushes.push(action);
      else if (party) perform(party, action);
    });
  planRest();
  timeline.after(span + 10 * MINUTE_MS, calm);

  while (!ledger.broken && (timeline.isBusy() || queues.deadLetters() > 0)) {
    if (timeline.steps > MAX_STEPS || timeline.now() - start > MAX_MS)
      ledger.breaks('every history ends', `not after ${timeline.steps} steps`);
    else if (!(await timeline.step())) ledger.breaks('every history ends', 'nothing happens any more');
  }
  const messages = [...core.messages.values()];
  if (!ledger.broken)
    checkMessageEnding({
      ledger,
      provider,
      messages,
      contactIds: new Set(parties.map(({ contact }) => contact.id)),
      isLost: queues.isLost,
      receipts: core.receipts,
      isCalm,
      isSteady,
    });
  return {
    seed,
    broken: ledger.broken,
    trace: readableTrace(timeline.lines, start),
    figures: {
      calls: faults.calls,
      steps: timeline.steps,
      virtualMs: timeline.now() - start,
      isCalm,
      statuses: countBy(messages.map(({ status }) => status)),
      copies: messages.reduce((sum, { id }) => sum + ledger.sendingOf(id).copies, 0),
    },
  };

  function perform(party: Party, action: MessageAction): void {
    void actAs(party, action, { parts: whole, queues, ledger, now: timeline.now() }).catch((error: unknown) =>
      ledger.breaks('an action succeeds', String(error)),
    );
  }

  /** Both queues, the timers and the sweep stop for hours or days. */
  function planRest(): void {
    if (!faults.hits('rest')) return;
    const length = Math.round(HOUR_MS * (MAX_REST_DAYS * 24) ** random.next());
    timeline.after(Math.round(span * random.next()), () => {
      timeline.say('operator', () => `stops everything for ${Math.round(length / MINUTE_MS)} minutes`);
      queues.rest(timeline.now() + length);
      timeline.after(length, () => timeline.say('operator', () => 'starts everything again'));
    });
  }

  /** The end phase: there are no more faults, and people redrive the dead-letter queues every hour. */
  function calm(): void {
    timeline.say('world', () => 'no more faults from here on');
    faults.stop();
    queues.redrive();
    timeline.afterAll(HOUR_MS, calm);
  }
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
