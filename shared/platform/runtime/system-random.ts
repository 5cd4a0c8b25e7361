import { setTimeout as wait } from 'node:timers/promises';
import { createBackOff } from '#shared/platform/core/back-off.ts';

/** The randomness of the runtime, as a dependency like `Clock`: no other file calls `Math.random`. */
export function systemRandom(): number {
  return Math.random();
}

/** Pauses of a random length. */
export const systemBackOff = createBackOff((milliseconds) => wait(milliseconds), systemRandom);
