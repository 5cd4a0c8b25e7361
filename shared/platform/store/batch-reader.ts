import DataLoader from 'dataloader';
import type { Key } from './keys.ts';
import type { Item, Table } from './table.ts';

/** DynamoDB takes so many keys in one batch. */
const BATCH = 100;

type Reads = Pick<Table, 'get' | 'batchGet'>;

/**
 * Reads items one by one for those who ask, strongly consistent, and together for AWS: what is asked in the same turn of the
 * event loop is one request, and each key in it once. It leaves after all of them have asked, so no answer is older than a
 * question. What it leaves out, or everything if it fails, is read alone: nobody waits for an item that is in trouble.
 */
export function batchReader(table: Reads): (key: Key) => Promise<Item | undefined> {
  const read = readOf(table);
  const loader = new DataLoader<Key, () => Promise<Item | undefined>>(read, {
    cache: false,
    maxBatchSize: BATCH,
  });
  return async (key) => {
    const answer = await loader.load(key);
    return answer();
  };
}

/** Gives for each key how it is answered, as the loader waits for all of them. */
function readOf(table: Reads) {
  return async (asked: readonly Key[]): Promise<(() => Promise<Item | undefined>)[]> => {
    const keys = new Map(asked.map((key) => [nameOf(key), key]));
    const { items, left } = await readBatch(table, [...keys.values()]);
    const found = new Map(
      items.map((item) => [nameOf({ pk: String(item['pk']), sk: String(item['sk']) }), item]),
    );
    const alone = new Map(left.map((key) => [nameOf(key), table.get(key)]));
    // Whoever asked is told of a failure; until they wait for it, it is nobody's.
    for (const reading of alone.values()) reading.catch(() => {});
    return asked.map((key) => async () => alone.get(nameOf(key)) ?? found.get(nameOf(key)));
  };
}

function readBatch(table: Reads, keys: readonly Key[]): ReturnType<Reads['batchGet']> {
  const none = { items: [], left: [...keys] };
  return keys.length > 1 ? table.batchGet(keys).catch(() => none) : Promise.resolve(none);
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
