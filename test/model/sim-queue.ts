import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { toQueueRecord } from '#local/pollers/queue-message.ts';
import { DAY_MS } from '#shared/platform/core/time-units.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';
import type { Faults } from './faults.ts';
import type { Process } from './process.ts';
import type { Timeline } from './timeline.ts';

const MAX_RECEIVES = 5;
const BATCH = 10;
const RETENTION_MS = 7 * DAY_MS;

type Message = {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  receives: number;
  availableAt: number;
  callOff: () => void;
};

/** The fault of a message; `a day late` is one that an operator sends again from the dead letters after more than a day. */
export type Mishap = 'lost' | 'repeated' | 'late' | 'a day late';

export type SimQueueOptions = {
  readonly name: string;
  readonly visibilityMs: number;
  /** Whether another mechanism finds what is lost here. */
  readonly mayLose: boolean;
  readonly timeline: Timeline;
  readonly faults: Faults;
  readonly startProcess: () => Process;
  readonly consume: (process: Process, event: SQSEvent) => Promise<SQSBatchResponse>;
  readonly nameOf: (body: string) => string;
  readonly onMishap: (body: string, mishap: Mishap) => void;
};

export type SimQueue = ReturnType<typeof createSimQueue>;

/** A standard queue of SQS with its mapping: at least once, in any order, five receives, then the dead-letter queue. */
export function createSimQueue(options: SimQueueOptions) {
  const { name, visibilityMs, mayLose, timeline, faults, nameOf, onMishap } = options;
  const waiting = new Map<string, Message>();
  const inFlight = new Set<string>();
  const deadLetters: Message[] = [];
  let count = 0;
  let restsUntil = 0;

  function put(body: string, delayMs: number, sentAt = timeline.now()): void {
    count += 1;
    const message = {
      id: `${name}-${count}`,
      body,
      sentAt,
      receives: 0,
      availableAt: timeline.now() + delayMs,
      callOff: () => undefined,
    };
    waiting.set(message.id, message);
    wakeLater(message);
  }

  function wakeLater(message: Message): void {
    const isOvertaken = faults.hits('disorder');
    if (isOvertaken) onMishap(message.body, 'late');
    const polled = faults.delays.between(2, 60) + (isOvertaken ? faults.delays.between(100, 45_000) : 0);
    const from = Math.max(message.availableAt, restsUntil);
    message.callOff = timeline.after(from - timeline.now() + polled, () => receive(message));
  }

  function receive(first: Message): void {
    if (timeline.now() < restsUntil) return wakeLater(first);
    const now = timeline.now();
    const others = [...waiting.values()].filter(
      (other) => other !== first && other.availableAt <= now && !inFlight.has(other.id),
    );
    const batch = [first, ...others.filter(() => faults.delays.chance(0.5)).slice(0, BATCH - 1)].filter(take);
    if (batch.length > 0) void run(batch);
  }

  /** Whether the message is delivered to the function. */
  function take(message: Message): boolean {
    message.callOff();
    if (mayLose && timeline.now() - message.sentAt > RETENTION_MS) {
      waiting.delete(message.id);
      onMishap(message.body, 'lost');
      return false;
    }
    message.receives += 1;
    if (message.receives > MAX_RECEIVES) {
      timeline.say(name, () => `${nameOf(message.body)} goes to the dead letters`);
      waiting.delete(message.id);
      deadLetters.push(message);
      return false;
    }
    inFlight.add(message.id);
    message.callOff = timeline.after(visibilityMs, () => {
      inFlight.delete(message.id);
      message.availableAt = timeline.now();
      wakeLater(message);
    });
    return true;
  }

  async function run(batch: readonly Message[]): Promise<void> {
    const process = options.startProcess();
    timeline.say(
      process.name,
      () =>
        `starts with ${batch.map(({ body, receives }) => `${nameOf(body)} (receive ${receives})`).join(', ')}`,
    );
    const response = await options.consume(process, { Records: batch.map(recordOf) }).catch(() => undefined);
    if (!response) return process.die('by an error of its own');
    process.finish();
    const failed = new Set(response.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    for (const message of batch) {
      if (failed.has(message.id)) {
        timeline.say(process.name, () => `hands ${nameOf(message.body)} back`);
        onMishap(message.body, 'late');
      } else if (faults.hits('repeat')) {
        timeline.say(name, () => `${nameOf(message.body)} is not deleted`);
        onMishap(message.body, 'repeated');
      } else {
        message.callOff();
        inFlight.delete(message.id);
        waiting.delete(message.id);
      }
    }
  }

  return {
    name,
    deadLetters,

    /** The reaction of SQS to a send. */
    send(body: string, delaySeconds = 0): void {
      const isPossible = Number.isInteger(delaySeconds) && delaySeconds >= 0;
      if (!isPossible || delaySeconds > MAX_DELAY_SECONDS)
        throw new RangeError(`A delay of ${delaySeconds} s`);
      if (mayLose && faults.hits('loss')) {
        timeline.say(name, () => `loses ${nameOf(body)}`);
        return onMishap(body, 'lost');
      }
      timeline.say(name, () => `takes ${nameOf(body)}${delaySeconds > 0 ? `, in ${delaySeconds} s` : ''}`);
      put(body, delaySeconds * 1000);
      if (!faults.hits('repeat')) return;
      timeline.say(name, () => `will show ${nameOf(body)} twice`);
      onMishap(body, 'repeated');
      put(body, delaySeconds * 1000);
    },

    /** The approximate number of waiting messages, without those in flight or delayed. */
    length: () =>
      [...waiting.values()].filter(
        ({ id, availableAt }) => availableAt <= timeline.now() && !inFlight.has(id),
      ).length,

    /** Nothing is received until then. */
    rest(until: number): void {
      restsUntil = until;
    },

    redrive(): void {
      for (const { body, sentAt } of deadLetters.splice(0)) {
        timeline.say(name, () => `${nameOf(body)} is sent again from the dead letters`);
        onMishap(body, 'repeated');
        if (timeline.now() - sentAt > DAY_MS) onMishap(body, 'a day late');
        put(body, 0, sentAt);
      }
    },
  };
}

function recordOf({ id, body, receives }: Message) {
  const Attributes = { ApproximateReceiveCount: String(receives) };
  return toQueueRecord({ MessageId: id, Attributes, Body: body }, 'arn');
}
