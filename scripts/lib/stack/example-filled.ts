import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { readJsonFile } from '#local/json-file.ts';

/** The example is filled when nothing was added for so long, in milliseconds: earlier versions have other steps. */
const QUIET_MS = 8000;
const DEADLINE_MS = 180_000;
const PAUSE_MS = 500;

const progressSchema = v.object({ completedSteps: v.number() });

/** Waits until a local stack has filled its example workspace. */
export async function exampleFilled(exampleFile: string): Promise<void> {
  const deadline = performance.now() + DEADLINE_MS;
  let steps = 0;
  let changedAt = performance.now();
  while (steps === 0 || performance.now() - changedAt < QUIET_MS) {
    if (performance.now() > deadline) throw new Error('The example workspace was not filled');
    await wait(PAUSE_MS);
    const progress = v.safeParse(progressSchema, readJsonFile(exampleFile));
    if (!progress.success || progress.output.completedSteps === steps) continue;
    steps = progress.output.completedSteps;
    changedAt = performance.now();
  }
}
