import { setTimeout as wait } from 'node:timers/promises';
import type { Counted, CountedStack } from './counted-stack.ts';

const QUIET_MS = 300;
const PATIENCE_MS = 120_000;

/** Waits until `isDone` and nothing has happened for a moment; returns the counted calls. */
export async function settled(
  stack: Pick<CountedStack, 'take'>,
  isDone: (counted: Counted) => boolean,
): Promise<Counted> {
  const { calls, runs } = stack.take();
  const counted = { calls: [...calls], runs: [...runs] };
  const giveUp = performance.now() + PATIENCE_MS;
  for (;;) {
    await wait(QUIET_MS);
    const next = stack.take();
    counted.calls.push(...next.calls);
    counted.runs.push(...next.runs);
    const isQuiet = next.calls.length === 0 && next.runs.length === 0;
    if (isQuiet && isDone(counted)) return counted;
    if (performance.now() > giveUp) throw new Error('The stack did not become idle');
  }
}
