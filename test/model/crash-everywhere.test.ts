import { describe, expect, it } from 'vitest';
import { IS_WHOLE } from '#test/support/fixtures/platform/depth.ts';
import type { CrashPoint } from './faults.ts';
import { type History, runHistory } from './history.ts';
import { reportOf } from './search.ts';

/** Short histories that together dispatch, retry, defer, probe, release, edit, pause, rotate, resend and recover; `npm test` takes the first. */
const { MODEL_CRASH_SEEDS = IS_WHOLE ? 6 : 1 } = process.env;
const MAX_CALLS = 200;
const MIN_CALLS = 100;

const TIMEOUT_MS = 120_000;

/** Seeds of useful histories: long enough to cover the path, short enough to crash at every call. */
async function worthwhile(count: number): Promise<History[]> {
  const found: History[] = [];
  for (let seed = 1; found.length < count; seed += 1) {
    const history = await runHistory(seed, { isCalm: true });
    const { calls } = history.figures;
    if (calls >= MIN_CALLS && calls <= MAX_CALLS) found.push(history);
  }
  return found;
}

describe('the delivery path, with one crash', () => {
  it(
    'keeps every rule, whichever call a process crashes before or after',
    { timeout: TIMEOUT_MS },
    async () => {
      let crashes = 0;
      for (const { seed, figures } of await worthwhile(Number(MODEL_CRASH_SEEDS))) {
        for (let call = 1; call <= figures.calls; call += 1) {
          for (const end of ['dies-before', 'dies-after'] as const) {
            await crash(seed, { call, end });
            crashes += 1;
          }
        }
      }
      expect(crashes).toBeGreaterThan(2 * MIN_CALLS * Number(MODEL_CRASH_SEEDS));
    },
  );
});

async function crash(seed: number, crashAt: CrashPoint): Promise<void> {
  const { broken } = await runHistory(seed, { crashAt });
  if (!broken) return;
  const traced = await runHistory(seed, { crashAt, isTraced: true });
  expect.fail(`${crashAt.end} call ${crashAt.call}\n${reportOf(traced)}`);
}
