import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CountedBatch,
  createAttemptCounting,
} from '#functions/webhooks/deliver-webhook/count-attempts.ts';
import { sumOf, tallyOf, toTallyText } from '#shared/webhooks/domain/attempt-tally.ts';
import type { DeliveryProgress } from '#shared/webhooks/domain/delivery-progress.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import type { AttemptCounts } from '#shared/webhooks/ports/attempt-counts.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aDelivery, anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import {
  createMemoryAttemptCounts,
  emptyCounts,
} from '#test/support/fakes/webhooks/memory-attempt-counts.ts';
import { createMemoryDeliveryStore } from '#test/support/fakes/webhooks/memory-delivery-store.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { createTestClock } from '#test/support/fixtures/platform/test-clock.ts';

const RUNS = { numRuns: runs(2000) };

const VISIBILITY_SECONDS = 90;
const SUCCEEDED: DeliveryProgress = {
  state: 'succeeded',
  reason: null,
  nextAttemptAt: null,
  finishedAt: secondsAfterNow(1),
};

/** The fate of a call; a crash ends the container and every run in it. */
const anyFate = fc.oneof(
  { weight: 8, arbitrary: fc.constant('works' as const) },
  fc.constantFrom(
    'fails before' as const,
    'fails after' as const,
    'dies before' as const,
    'dies after' as const,
  ),
);

type Fate = typeof anyFate extends fc.Arbitrary<infer F> ? F : never;

/** Messages by endpoint, how many each batch takes, where the first message of a batch is received twice, and the fates of the first calls. */
const anyRun = fc.record({
  messages: fc.array(fc.nat(1), { minLength: 1, maxLength: 14 }),
  batches: fc.array(fc.integer({ min: 1, max: 10 }), { minLength: 1, maxLength: 8 }),
  copies: fc.array(fc.constantFrom('none', 'same batch', 'same container', 'other container'), {
    maxLength: 8,
  }),
  seconds: fc.array(fc.nat(200), { maxLength: 8 }),
  fates: fc.array(anyFate, { maxLength: 60 }),
});

type AnyRun = typeof anyRun extends fc.Arbitrary<infer R> ? R : never;

type Message = { readonly id: string; readonly delivery: Delivery; receives: number };

async function deliverAll({ messages, batches, copies, seconds, fates }: AnyRun) {
  const clock = createTestClock();
  const deliveries = new Map<string, Delivery>();
  const counts = emptyCounts();
  const endpoints = [randomUUID(), randomUUID()];
  const workspaceId = randomUUID();
  const waiting = messages.map((endpoint): Message => {
    const delivery = aDelivery({ workspaceId, endpointId: endpoints[endpoint] ?? '' });
    return { id: randomUUID(), delivery, receives: 0 };
  });
  const next = fates.values();
  let container = start();

  for (let round = 0; waiting.length > 0; round += 1) {
    const batch = waiting.splice(0, batches[round % batches.length]);
    for (const message of batch) message.receives += 1;
    const [first] = batch;
    const copy = first ? [first] : [];
    const where = copies[round] ?? 'none';
    const other = where === 'same container' ? container : start();
    const [failed, failedCopy] = await Promise.all([
      container.run(where === 'same batch' ? [...batch, ...copy] : batch),
      where.endsWith('container') ? other.run(copy) : undefined,
    ]);
    if (failed === undefined) container = start();
    const returning = new Set(failed ?? batch.map(({ id }) => id));
    // A copy that was handled deletes the message.
    if (failedCopy?.length === 0 && first) returning.delete(first.id);
    waiting.push(...batch.filter(({ id }) => returning.has(id)));
    clock.advance(VISIBILITY_SECONDS + (seconds[round] ?? 0));
  }
  const recorded = [...deliveries.values()].flatMap(({ attempts }) => attempts.map(tallyOf));
  const counted = [...counts.counters.values()].map(({ tally }) => tally);
  return { recorded: toTallyText(sumOf(recorded)), counted: toTallyText(sumOf(counted)) };

  /** A container: its calls have the fates, in order. */
  function start() {
    let die: () => void = () => undefined;
    let isAlive = true;
    const death = new Promise<undefined>((resolve) => {
      die = () => {
        isAlive = false;
        resolve(undefined);
      };
    });
    const store = faulty(createMemoryDeliveryStore(deliveries));
    const counting = createAttemptCounting({
      counts: faulty<AttemptCounts>(createMemoryAttemptCounts(counts, deliveries, new Map())),
      clock,
      newNonce: randomUUID,
      log: createRecordingLog(),
    });
    return { run: (batch: readonly Message[]) => Promise.race([death, handle(batch)]) };

    async function handle(batch: readonly Message[]): Promise<readonly string[]> {
      const ofBatch = counting.startBatch();
      const failed = await Promise.all(
        batch.map(async (message) => {
          return deliver(ofBatch, message).then(
            () => [],
            () => [message.id],
          );
        }),
      );
      return [...failed.flat(), ...(await ofBatch.finish())];
    }

    /** What the handler does with a message. */
    async function deliver(ofBatch: CountedBatch, { id, delivery, receives }: Message): Promise<void> {
      const claimed = receives > 1 ? await store.claim(delivery, 1, clock()) : undefined;
      if (claimed && 'delivery' in claimed && claimed.delivery)
        await ofBatch.countEarlier(claimed.delivery, 1);
      if (claimed && claimed.kind !== 'claimed') return;
      const attempt = ofBatch.nameCounter(delivery, anAttempt({ outcome: 'success', startedAt: clock() }));
      const stored = await store.recordAttempt(delivery, attempt, SUCCEEDED).catch((error: unknown) => {
        ofBatch.exclude(delivery, attempt);
        throw error;
      });
      await ofBatch.count(stored, attempt, id);
    }

    /** The methods of a port, each call with its fate. */
    function faulty<Port extends object>(port: Port): Port {
      const methods = Object.entries(port).map(([name, method]: [string, (...a: unknown[]) => unknown]) => [
        name,
        async (...args: unknown[]) => {
          await Promise.resolve();
          const fate: Fate = isAlive ? (next.next().value ?? 'works') : 'dies before';
          if (fate === 'dies before') return stop();
          if (fate === 'fails before') throw new Error('not available');
          const result = await method(...args);
          if (fate === 'dies after') return stop();
          if (fate === 'fails after') throw new Error('not available');
          return result;
        },
      ]);
      return Object.fromEntries(methods) as Port;
    }

    function stop(): Promise<never> {
      die();
      return new Promise(() => undefined);
    }
  }
}

describe('counted attempts', () => {
  it('are the recorded ones, each once, whichever calls fail or end the container', async () => {
    await fc.assert(
      fc.asyncProperty(anyRun, async (run) => {
        const { recorded, counted } = await deliverAll(run);
        expect(counted).toBe(recorded);
      }),
      RUNS,
    );
  });
});
