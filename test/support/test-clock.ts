import type { Clock } from '#shared/runtime/clock.ts';
import { NOW } from './builders.ts';

export type TestClock = Clock & { advance(seconds: number): void };

/** A clock that stands still until it is told otherwise. */
export function createTestClock(start = NOW): TestClock {
  let now = start.getTime();
  return Object.assign(() => new Date(now), {
    advance(seconds: number) {
      now += seconds * 1000;
    },
  });
}
