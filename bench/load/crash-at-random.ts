import { setTimeout as wait } from 'node:timers/promises';
import { chance } from './seeded.ts';

/** A SIGKILL that was sent. */
export type Crash = {
  readonly second: number;
  /** Completed share of the run's work. */
  readonly progress: number;
  readonly secondsDown: number;
};

const POLL_INTERVAL_MS = 10;
const MAX_PAUSE_MS = 500;
/**
 * Longer than a lease plus a visibility timeout: after a standstill of this duration, the rest may never arrive, so crash
 * anyway.
 */
const STANDSTILL_MS = 160_000;

/**
 * Kills the stack at times drawn from the seed: each when a random share of the work is complete, plus up to half a second,
 * so that every kill hits a run in progress, however fast the machine is.
 */
export async function crashAtRandom(options: {
  readonly kills: number;
  readonly seed: number;
  /** Completed share of the work, from 0 to 1. */
  readonly progress: () => number;
  readonly crash: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly say: (line: string) => void;
}): Promise<Crash[]> {
  const { kills, seed, progress, signal } = options;
  const startedAt = performance.now();
  const moments = Array.from({ length: kills }, (_, index) => chance(seed, 'crash', index));
  const crashes: Crash[] = [];
  for (const moment of moments.toSorted((left, right) => left - right)) {
    await reach(moment);
    await wait(chance(seed, 'pause', crashes.length) * MAX_PAUSE_MS);
    if (signal.aborted) break;
    const at = performance.now();
    const done = progress();
    await options.crash();
    const crash = {
      second: tenths((at - startedAt) / 1000),
      progress: Math.round(done * 1000) / 1000,
      secondsDown: tenths((performance.now() - at) / 1000),
    };
    crashes.push(crash);
    options.say(
      `SIGKILL ${crashes.length} of ${kills} after ${crash.second} s, ${(done * 100).toFixed(1)} % done, ` +
        `down for ${crash.secondsDown} s`,
    );
  }
  return crashes;

  async function reach(moment: number): Promise<void> {
    let seen = progress();
    let movedAt = performance.now();
    while (progress() < moment && !signal.aborted && performance.now() - movedAt < STANDSTILL_MS) {
      if (progress() !== seen) {
        seen = progress();
        movedAt = performance.now();
      }
      await wait(POLL_INTERVAL_MS);
    }
  }
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
