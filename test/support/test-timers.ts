import type { Timer } from '#shared/runtime/timer.ts';

export type TestTimers = {
  readonly after: Timer;
  /** Does what waits for at most so many milliseconds. */
  pass(milliseconds: number): void;
  /** How many wait. */
  readonly waiting: number;
};

/** Timers that go off when they are told to. */
export function createTestTimers(): TestTimers {
  const timers = new Set<{ readonly milliseconds: number; readonly act: () => void }>();
  return {
    after(milliseconds, act) {
      const timer = { milliseconds, act };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    pass(milliseconds) {
      for (const timer of timers) {
        if (timer.milliseconds > milliseconds) continue;
        timers.delete(timer);
        timer.act();
      }
    },
    get waiting() {
      return timers.size;
    },
  };
}
