import { setTimeout as wait } from 'node:timers/promises';
import { type Counted, startCountedStack } from './counted-stack.ts';
import { settled } from './settled.ts';

/** One minute without requests, and a little more, so that the functions that run every minute have run once. */
const IDLE_MS = 61_000;

/** What the platform does in one minute without requests. */
export async function runMinute(): Promise<Counted> {
  const stack = await startCountedStack();
  try {
    await settled(stack, () => true);
    await wait(IDLE_MS);
    return await settled(stack, () => true);
  } finally {
    await stack.stop();
  }
}
