import DataLoader from 'dataloader';
import type { Key } from './keys.ts';
import type { Item, Table } from './table.ts';

/** DynamoDB takes so many keys in one batch. */
const BATCH = 100;

/**
 * Reads items one by one for those who ask, strongly consistent, and together for AWS: what is asked in the same turn of the
 * event loop is one request, and each key in it once. It leaves after all of them have asked, so no answer is older than a
 * question. If it fails, each key is read alone: one item in trouble must not be everybody's.
 */
export function readTogether(table: Pick<Table, 'get' | 'getAll'>): (key: Key) => Promise<Item | undefined> {
  const loader = new DataLoader<Key, Item | undefined>(async (asked) => answers(table, asked), {
    cache: false,
    maxBatchSize: BATCH,
  });
  return (key) => loader.load(key);
}

async function answers(
  table: Pick<Table, 'get' | 'getAll'>,
  asked: readonly Key[],
): Promise<(Item | undefined | Error)[]> {
  const keys = new Map(asked.map((key) => [nameOf(key), key]));
  const found =
    keys.size > 1 ? await table.getAll([...keys.values()]).then(byName, () => undefined) : undefined;
  if (found) return asked.map((key) => found.get(nameOf(key)));

  const alone = new Map([...keys].map(([name, key]) => [name, table.get(key).catch(asError)]));
  return Promise.all(asked.map(async (key) => alone.get(nameOf(key))));
}

function byName(items: readonly Item[]): Map<string, Item> {
  return new Map(items.map((item) => [nameOf({ pk: String(item['pk']), sk: String(item['sk']) }), item]));
}

function nameOf({ pk, sk }: Key): string {
  return `${pk} ${sk}`;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
