import { describe, expect, it } from 'vitest';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import type { History } from './history.ts';
import { runHistory } from './history.ts';
import { findBroken, makeSmaller, reportOf } from './search.ts';

/** `MODEL_SEED` replays one history with its trace; `MODEL_HISTORIES` runs more of them. */
const { MODEL_SEED, MODEL_HISTORIES = runs(1200), MODEL_FROM = '1' } = process.env;
const HISTORIES = MODEL_SEED === undefined ? Number(MODEL_HISTORIES) : 1;
const FROM = Number(MODEL_SEED ?? MODEL_FROM);

/** Seeds run in parts, so that a failure appears early with its seed. */
const PART = 200;
const PARTS = Array.from({ length: Math.ceil(HISTORIES / PART) }, (_, part) => FROM + part * PART);

/** A minute for a part even on a busy machine. */
const TIMEOUT_MS = 120_000;

describe('the delivery path, in simulated time with faults', () => {
  const seen: History['figures'][] = [];

  it.each(PARTS)(
    'keeps every rule in the histories from seed %i on',
    { timeout: TIMEOUT_MS },
    async (from) => {
      const count = Math.min(PART, FROM + HISTORIES - from);
      const { broken } = await findBroken(from, count, {}, ({ figures }) => seen.push(figures));
      if (broken?.broken) expect.fail(reportOf(await makeSmaller(broken.seed, broken.broken.rule)));
      expect(broken).toBeUndefined();
    },
  );

  it.skipIf(MODEL_SEED !== undefined)(
    'covers every end of a delivery, calm histories and days of time',
    () => {
      const ends = new Set(seen.flatMap(({ states }) => Object.keys(states)));
      expect([...ends].toSorted()).toEqual(['cancelled', 'failed', 'held', 'succeeded']);
      expect(seen.filter(({ isCalm }) => isCalm).length).toBeGreaterThan(seen.length / 10);
      expect(Math.max(...seen.map(({ virtualMs }) => virtualMs))).toBeGreaterThan(7 * 86_400_000);
      expect(seen.reduce((sum, { requests }) => sum + requests, 0)).toBeGreaterThan(10 * seen.length);
    },
  );

  it.runIf(MODEL_SEED !== undefined)('prints the history of MODEL_SEED', async () => {
    const { trace } = await runHistory(FROM, { isTraced: true });
    process.stdout.write(`${trace}\n`);
    expect(trace).not.toBe('');
  });

  it.each([3, 12, 49, 388])('produces the same history for the same seed (%i)', async (seed) => {
    const first = await runHistory(seed, { isTraced: true });
    const second = await runHistory(seed, { isTraced: true });
    expect(second.trace).toBe(first.trace);
    expect(first.trace.length).toBeGreaterThan(0);
  });
});
