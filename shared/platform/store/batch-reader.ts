import DataLoader from 'dataloader';
import type { Key } from './keys.ts';
import type { Item, Table } from './table.ts';

/** The maximum number of keys of one `BatchGetItem`. */
const MAX_KEYS = 100;

type Reads = Pick<Table, 'get' | 'batchGet'>;

/**
 * Returns a function that reads one item, strongly consistent. Calls in the same turn of the event loop share one `BatchGetItem`,
 * with each key once. The request is sent after the last of these calls, so every result is at least as new as its call.
 * Unprocessed keys, or all keys if the batch fails, are read one by one: a throttled item does not delay the others.
 */
export function batchReader(table: Reads): (key: Key) => Promise<Item | undefined> {
  const readAll = createBatchFunction(table);
  const loader = new DataLoader<Key, () => Promise<Item | undefined>>(readAll, {
    cache: false,
    maxBatchSize: MAX_KEYS,
  });
  return async (key) => {
    const result = await loader.load(key);
    return result();
  };
}

/**
 * The batch function of the loader. The loader resolves all keys of a batch at the same time, so each key resolves to a
 * function that returns its item: a key that is read alone then delays only its own caller.
 */
function createBatchFunction(table: Reads) {
  return async (requested: readonly Key[]): Promise<(() => Promise<Item | undefined>)[]> => {
    const keys = new Map(requested.map((key) => [toText(key), key]));
    const { items, unprocessed } = await readBatch(table, [...keys.values()]);
    const found = new Map(
      items.map((item) => [toText({ pk: String(item['pk']), sk: String(item['sk']) }), item]),
    );
    const alone = new Map(unprocessed.map((key) => [toText(key), table.get(key)]));
    // The caller gets the error. Until the caller awaits the promise, Node would report an unhandled rejection.
    for (const reading of alone.values()) reading.catch(() => {});
    return requested.map((key) => async () => alone.get(toText(key)) ?? found.get(toText(key)));
  };
}

function readBatch(table: Reads, keys: readonly Key[]): ReturnType<Reads['batchGet']> {
  const none = { items: [], unprocessed: [...keys] };
  return keys.length > 1 ? table.batchGet(keys).catch(() => none) : Promise.resolve(none);
}

function toText({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}
