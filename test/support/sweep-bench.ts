import { createSweepDeliveriesHandler } from '#functions/sweep-deliveries/handler.ts';
import type { RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import type { SweepStore } from '#shared/domain/ports/sweep-store.ts';
import { newId } from '#shared/runtime/ids.ts';
import { aContext, aDelivery, anAttempt, anEvent, aRetry } from './builders.ts';
import { createMemoryDeliveryQueue } from './memory-delivery-queue.ts';
import { createMemoryBench, type PlatformBench } from './platform-bench.ts';
import { createRecordingLog } from './recording-log.ts';
import { createTestClock } from './test-clock.ts';

const QUEUE_LIMIT = 10_000;

/** `sweep-deliveries` over given stores and a fake queue, on a clock of its own. */
export function createSweepBench(
  platform: PlatformBench = createMemoryBench(),
  overrides: Partial<SweepStore> = {},
) {
  const queue = createMemoryDeliveryQueue();
  const clock = createTestClock();
  const log = createRecordingLog();
  const state = { waiting: 0, secondsLeft: 60, isQueueDown: false };
  const sweep = createSweepDeliveriesHandler({
    store: { ...platform.sweep, ...overrides },
    queue,
    queueLength: async () => {
      if (state.isQueueDown) throw new Error('The queue is down');
      return state.waiting;
    },
    queueLimit: QUEUE_LIMIT,
    clock,
    log,
  });

  return {
    platform,
    queue,
    clock,
    log,
    /** What the next runs find: messages in the queue, seconds until the function is stopped. */
    state,

    /** One run, now. */
    run: () => sweep({}, { getRemainingTimeInMillis: () => state.secondsLeft * 1000 }),

    /** Lets minutes pass, with a run at the end of each. */
    async runFor(minutes: number): Promise<void> {
      for (let minute = 0; minute < minutes; minute += 1) {
        clock.advance(60);
        await this.run();
      }
    },

    /** An event recorded now that matches endpoints, and whose way to the queue is lost. */
    async record(matches = 1, event: Partial<RecordedEvent> = {}): Promise<RecordedEvent> {
      const recorded = anEvent({
        recordedAt: clock(),
        matches: Array.from({ length: matches }, () => ({ endpointId: newId(clock()), settingsVersion: 1 })),
        ...event,
      });
      await platform.events.record(recorded, aContext(), undefined);
      return recorded;
    },

    /** A delivery that failed once, now, and whose retry, due in `seconds`, is lost. */
    retryIn: (seconds: number) =>
      platform.deliveries.recordAttempt(
        aDelivery({ createdAt: clock() }),
        anAttempt({ startedAt: clock() }),
        aRetry({ nextAttemptAt: new Date(clock().getTime() + seconds * 1000) }),
      ),

    /** Everything queued so far: delivery and attempt. */
    queued: () => queue.sent.map(({ job }) => ({ id: job.delivery_id, attempt: job.attempt })),
  };
}
