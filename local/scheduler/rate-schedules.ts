import { createInterruptibleTimer } from '#local/interruptible-timer.ts';
import type { ScheduleDescription } from '#local/template/platform.ts';

export type RateSchedules = {
  /** Invokes what is scheduled for now; runs automatically once a second. */
  tick(): void;
  /** Stops invoking and waits at most `patience` milliseconds for running invocations. */
  stop(patience: number): Promise<void>;
};

const TICK_MS = 1000;

/**
 * Invokes functions at their rate, starting immediately, like newly created schedules. A schedule whose function is still running is
 * skipped; in the templates, such functions have a concurrency of one for each schedule.
 */
export function startRateSchedules(options: {
  readonly schedules: readonly ScheduleDescription[];
  readonly invoke: (functionName: string, event: unknown) => Promise<unknown>;
  readonly now: () => number;
  readonly log: (message: string) => void;
}): RateSchedules {
  const { now, log } = options;
  const dueAt = new Map(options.schedules.map((schedule) => [schedule.id, now()]));
  const running = new Map<string, Promise<void>>();

  function tick(): void {
    for (const { id, functionName, everyMilliseconds, input } of options.schedules) {
      if ((dueAt.get(id) ?? 0) > now()) continue;
      dueAt.set(id, now() + everyMilliseconds);
      if (running.has(id)) continue;
      const invocation = options
        .invoke(functionName, input ?? scheduledEvent(id, now()))
        .then(() => undefined)
        .catch((error: unknown) => log(`schedule ${id}: ${String(error)}`))
        .finally(() => running.delete(id));
      running.set(id, invocation);
    }
  }

  tick();
  const timer = setInterval(tick, TICK_MS);
  return {
    tick,
    stop: async (patience) => {
      clearInterval(timer);
      const deadline = createInterruptibleTimer();
      await Promise.race([Promise.all(running.values()), deadline.wait(patience)]);
      deadline.wake();
    },
  };
}

/** The event that EventBridge Scheduler sends to a function if a schedule has no input. */
function scheduledEvent(id: string, now: number): unknown {
  return {
    version: '0',
    id: `${id}-${now}`,
    'detail-type': 'Scheduled Event',
    source: 'aws.scheduler',
    time: new Date(now).toISOString(),
    resources: [id],
    detail: '{}',
  };
}
