import { describe, expect, it } from 'vitest';
import { IS_WHOLE, runs } from '#test/support/fixtures/platform/depth.ts';
import { type MessageHistory, runMessageHistory } from './message-history.ts';
import { findBrokenMessages, reportSmallest } from './message-search.ts';

/** `MODEL_SEED` replays one history with its trace; `MODEL_HISTORIES` runs more of them. */
const { MODEL_SEED, MODEL_HISTORIES = runs(1200), MODEL_FROM = '1' } = process.env;
const HISTORIES = MODEL_SEED === undefined ? Number(MODEL_HISTORIES) : 1;
const FROM = Number(MODEL_SEED ?? MODEL_FROM);

/** Seeds run in parts, so that a failure appears early with its seed. */
const PART = 200;
const PARTS = Array.from({ length: Math.ceil(HISTORIES / PART) }, (_, part) => FROM + part * PART);

const TIMEOUT_MS = 120_000;

/** Histories that are crashed at each of their calls, and how many calls they have at most. */
const CRASHED = IS_WHOLE ? 6 : 1;
const MAX_CALLS = 120;
const MIN_CALLS = 40;

describe('messages, in simulated time with faults', () => {
  const seen: MessageHistory['figures'][] = [];

  it.each(PARTS)(
    'keep every rule in the histories from seed %i on',
    { timeout: TIMEOUT_MS },
    async (from) => {
      const count = Math.min(PART, FROM + HISTORIES - from);
      const { broken } = await findBrokenMessages(from, count, {}, ({ figures }) => seen.push(figures));
      if (broken?.broken) expect.fail(await reportSmallest(broken.seed, broken.broken.rule));
      expect(broken).toBeUndefined();
    },
  );

  it.skipIf(MODEL_SEED !== undefined)('reach every outcome, with and without faults', () => {
    const statuses = new Set(seen.flatMap((each) => Object.keys(each.statuses)));
    expect([...statuses].toSorted()).toEqual(['delivered', 'failed', 'read', 'received', 'sent', 'unknown']);
    expect(seen.filter(({ isCalm }) => isCalm).length).toBeGreaterThan(seen.length / 10);
    expect(Math.max(...seen.map(({ virtualMs }) => virtualMs))).toBeGreaterThan(86_400_000);
    expect(seen.reduce((sum, { copies }) => sum + copies, 0)).toBeGreaterThan(2 * seen.length);
  });

  it.runIf(MODEL_SEED !== undefined)('prints the history of MODEL_SEED', async () => {
    const { trace } = await runMessageHistory(FROM, { isTraced: true });
    process.stdout.write(`${trace}\n`);
    expect(trace).not.toBe('');
  });

  it.each([2, 17, 101])('have the same history for the same seed (%i)', async (seed) => {
    const first = await runMessageHistory(seed, { isTraced: true });
    const second = await runMessageHistory(seed, { isTraced: true });
    expect(second.trace).toBe(first.trace);
  });

  it(
    'keep every rule, whichever call a process crashes before or after',
    { timeout: TIMEOUT_MS },
    async () => {
      let histories = 0;
      for (let seed = 1; histories < CRASHED; seed += 1) {
        const { calls } = (await runMessageHistory(seed, { isCalm: true })).figures;
        if (calls < MIN_CALLS || calls > MAX_CALLS) continue;
        histories += 1;
        for (let call = 1; call <= calls; call += 1)
          for (const end of ['dies-before', 'dies-after'] as const) {
            const { broken } = await runMessageHistory(seed, { crashAt: { call, end } });
            expect(broken, `seed ${seed}, ${end} call ${call}`).toBeUndefined();
          }
      }
      expect(histories).toBe(CRASHED);
    },
  );
});
