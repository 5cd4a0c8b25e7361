import { describe, expect, it, vi } from 'vitest';
import { batchReader } from '#shared/platform/store/batch-reader.ts';
import type { Key } from '#shared/platform/store/keys.ts';

const key = (pk: string, sk = 'X'): Key => ({ pk, sk });

/** A table that records its requests, and the version of each item at that time. */
function aTable(trouble: { batch?: boolean; item?: string; unprocessed?: string } = {}) {
  const asked: string[] = [];
  let version = 1;
  const read = ({ pk, sk }: Key) => (pk === 'none' ? undefined : { pk, sk, version });
  return {
    asked,
    change: () => void (version += 1),
    async get(one: Key) {
      asked.push(one.pk);
      if (one.pk === trouble.item) throw new Error('throttled');
      return read(one);
    },
    async batchGet(keys: readonly Key[]) {
      asked.push(keys.map(({ pk }) => pk).join('+'));
      if (trouble.batch) throw new Error('throttled');
      const answered = keys.filter(({ pk }) => pk !== trouble.unprocessed);
      const unprocessed = keys.filter(({ pk }) => pk === trouble.unprocessed);
      return { items: answered.flatMap((one) => read(one) ?? []).toReversed(), unprocessed };
    },
  };
}

describe('batchReader', () => {
  it('batches concurrent requests, requests each key once, and returns each its own item', async () => {
    const table = aTable();
    const read = batchReader(table);
    const found = await Promise.all(['a', 'b', 'a', 'none', 'b'].map((pk) => read(key(pk))));

    expect(found.map((item) => item?.['pk'])).toEqual(['a', 'b', 'a', undefined, 'b']);
    expect(table.asked).toEqual(['a+b+none']);
  });

  it('reads a single key as usual, however many callers want it', async () => {
    const table = aTable();
    const read = batchReader(table);
    await Promise.all([read(key('a')), read(key('a'))]);

    expect(table.asked).toEqual(['a']);
  });

  it('distinguishes items of one partition', async () => {
    const read = batchReader(aTable());

    expect(await Promise.all([read(key('a', 'X')), read(key('a', 'E'))])).toMatchObject([
      { sk: 'X' },
      { sk: 'E' },
    ]);
  });

  it('never returns what it read before the request', async () => {
    const table = aTable();
    const read = batchReader(table);
    const early = read(key('a'));
    await vi.waitUntil(() => table.asked.length === 1);
    table.change();
    const late = read(key('a'));

    expect([(await early)?.['version'], (await late)?.['version']]).toEqual([1, 2]);
    expect(table.asked).toEqual(['a', 'a']);
  });

  it('splits what exceeds the limits of DynamoDB', async () => {
    const table = aTable();
    const read = batchReader(table);
    const keys = Array.from({ length: 150 }, (_, index) => key(`k${index}`));
    const found = await Promise.all(keys.map(read));

    expect(found.map((item) => item?.['pk'])).toEqual(keys.map(({ pk }) => pk));
    expect(table.asked.map((batch) => batch.split('+').length)).toEqual([100, 50]);
  });

  it('reads each key alone when the batch fails, so that only its caller sees an error', async () => {
    const table = aTable({ batch: true, item: 'b' });
    const read = batchReader(table);
    const results = await Promise.allSettled([read(key('a')), read(key('b'))]);

    expect(results).toMatchObject([{ value: { pk: 'a' } }, { status: 'rejected' }]);
    expect(table.asked).toEqual(['a+b', 'a', 'b']);
  });

  it('reads unprocessed keys alone, and delays no other caller', async () => {
    const table = aTable({ unprocessed: 'hot' });
    const hot = Promise.withResolvers<undefined>();
    const read = batchReader({
      ...table,
      get: (one) => (one.pk === 'hot' ? hot.promise : table.get(one)),
    });
    const slow = read(key('hot'));

    expect(await read(key('a'))).toMatchObject({ pk: 'a' });
    hot.resolve(undefined);
    expect(await slow).toBeUndefined();
    expect(table.asked).toEqual(['hot+a']);
  });
});
