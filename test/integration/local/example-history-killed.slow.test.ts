// Slow: it fills two examples, one of them in many runs.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HISTORY_STEPS } from '#local/example/history/history-steps.ts';
import type { History } from '#local/example/history/history.ts';
import { WORKSPACE_QUOTAS } from '#shared/platform/core/workspace-quotas.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { itemsOf, startHistoryFixture, writeHistory } from './history-fixture.ts';

/** Writes to the core table after which the runs are killed. The history has some hundred. */
const KILLED_AFTER = [3, 6, 11, 24, 9, 17, 33, 12, 7, 19, 21, 14, 16];
const FILLED_WITHIN_MS = 600_000;

describe('a history whose writers are killed', () => {
  let fixture: Awaited<ReturnType<typeof startHistoryFixture>>;

  // The numbers are those of all workspaces, so a try needs empty tables.
  beforeEach(async () => {
    fixture = await startHistoryFixture();
  });

  afterEach(() => fixture.stop());

  it(
    'is completed by the next run, with as many items of each kind as one that was never interrupted',
    async () => {
      const whole = await fixture.open();
      await writeHistory(whole.history);
      const expected = await kindsOf(whole.history);
      const { history } = await fixture.open();
      let completed = 0;
      for (const writes of [...KILLED_AFTER, Number.POSITIVE_INFINITY]) {
        const killed = killedAfter(history, writes);
        try {
          for (const write of HISTORY_STEPS.slice(completed)) {
            await write(killed);
            completed += 1;
          }
        } catch (error) {
          if (!(error instanceof KilledError)) throw error;
        }
      }
      const both = await kindsOf(history);

      expect(both).toEqual(new Map([...expected].map(([kind, count]) => [kind, 2 * count])));
    },
    FILLED_WITHIN_MS,
  );
});

class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** A history whose writes to the core table fail after some of them, as those of a killed process do. */
function killedAfter(history: History, writes: number): History {
  let left = writes;
  const { core } = history;
  const send: WritableTable['client']['send'] = async (...given: unknown[]) => {
    left -= 1;
    if (left < 0) throw new KilledError();
    return Reflect.apply(core.client.send, core.client, given);
  };
  return { ...history, core: { ...core, client: { ...core.client, send } } };
}

/** Counters that exist by chance: a quota that counts some resources chooses them by their IDs, which are random. */
const SAMPLED = Object.entries(WORKSPACE_QUOTAS).flatMap(([kind, { countedOneIn }]) =>
  countedOneIn > 1 ? [kind] : [],
);

/** The number of items of each kind, by the first word of the partition key and the form of the sort key. */
async function kindsOf({ core, deliveries }: History): Promise<ReadonlyMap<string, number>> {
  const tables = await Promise.all([itemsOf(core), itemsOf(deliveries)]);
  const kinds = tables.flatMap((table) =>
    [...table.keys()].flatMap((key) => {
      const [pk = '', sk = ''] = key.split(' ');
      if (pk.startsWith('Q#') && SAMPLED.includes(sk)) return [];
      return `${pk.split('#')[0]} ${/^[A-Z]+/u.exec(sk)?.[0] ?? ''}`;
    }),
  );
  return new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, same]) => [kind, same.length]));
}
