// Slow: it fills two examples, one of them in many runs.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { History } from '#local/example/history/history.ts';
import type { WritableTable } from '#shared/platform/store/table.ts';
import { itemsOf, startHistoryFixture, writeHistory } from './history-fixture.ts';

/** Requests to a table that the runs make before they are killed. */
const KILLED_AFTER = [3, 9, 31, 64, 150, 400, 700, 760, 810, 905, 1001, 1100];
const FILLED_WITHIN_MS = 600_000;

describe('a history whose writers are killed', () => {
  let fixture: Awaited<ReturnType<typeof startHistoryFixture>>;

  beforeAll(async () => {
    fixture = await startHistoryFixture();
  });

  afterAll(() => fixture.stop());

  it(
    'is completed by the next run, with as many items of each kind as one that was never interrupted',
    async () => {
      const whole = await fixture.open();
      await writeHistory(whole.history);
      const expected = await kindsOf(whole.history);
      const { history } = await fixture.open();
      for (const requests of KILLED_AFTER) await writeHistory(killedAfter(history, requests)).catch(() => {});
      await writeHistory(history);
      const both = await kindsOf(history);

      expect(both).toEqual(new Map([...expected].map(([kind, count]) => [kind, 2 * count])));
    },
    FILLED_WITHIN_MS,
  );
});

/** A history whose requests to the core table fail after some of them, as those of a killed process do. */
function killedAfter(history: History, requests: number): History {
  let left = requests;
  const { core } = history;
  const send: WritableTable['client']['send'] = async (...given: unknown[]) => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return Reflect.apply(core.client.send, core.client, given);
  };
  return { ...history, core: { ...core, client: { ...core.client, send } } };
}

/** The number of items of each kind, by the first word of the partition key and the form of the sort key. */
async function kindsOf({ core, deliveries }: History): Promise<ReadonlyMap<string, number>> {
  const tables = await Promise.all([itemsOf(core), itemsOf(deliveries)]);
  const kinds = tables.flatMap((table) =>
    [...table.keys()].map((key) => {
      const [pk = '', sk = ''] = key.split(' ');
      return `${pk.split('#')[0]} ${/^[A-Z]+/u.exec(sk)?.[0] ?? ''}`;
    }),
  );
  return new Map([...Map.groupBy(kinds, (kind) => kind)].map(([kind, same]) => [kind, same.length]));
}
