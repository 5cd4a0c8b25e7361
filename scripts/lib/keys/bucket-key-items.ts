import { KEY_SHAPES } from '#functions/capabilities.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import {
  type BucketKey,
  type BucketPlace,
  KEY_BUCKETS,
} from '#shared/platform/runtime/secrets/bucket-key.ts';
import { bucketOf, textOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { toBucketKey } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { orError } from '#shared/platform/store/item-schema.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import { type Item, keyOf, type Table } from '#shared/platform/store/table.ts';

/** A stored key pair. */
export type StoredBucketKey = { readonly place: BucketPlace; readonly key: BucketKey; readonly item: Item };

/** A key pair that cannot be used, by its name, and why; without a version if its sort key has none. */
export type BadBucketKey = {
  readonly name: string;
  readonly problem: string;
  readonly version?: number | undefined;
};

/** Partitions read at a time. */
const AT_ONCE = 10;

/** The versions that secrets can name (shared/platform/runtime/secrets/envelope.ts). */
const SORT_KEY = /^V#(?<version>[1-9]\d{0,8})$/u;

/** Whether an item is a key pair. */
export function isBucketKey({ pk }: Item): boolean {
  return String(pk).startsWith('BUCKET#');
}

/**
 * All key pairs of a table, or those of one workspace, in batches; read without a scan, because the table can be large. An item that no
 * function of the platform writes is one of the result, so that it hides no other.
 */
export async function* bucketKeyItems(
  table: Table,
  workspaceId: string | undefined,
): AsyncGenerator<readonly (StoredBucketKey | BadBucketKey)[]> {
  const buckets =
    workspaceId === undefined
      ? Array.from({ length: KEY_BUCKETS }, (_, bucket) => bucket)
      : [bucketOf(workspaceId)];
  const partitions = purposes().flatMap((purpose) => buckets.map((bucket) => ({ purpose, bucket })));
  for (let at = 0; at < partitions.length; at += AT_ONCE)
    yield (
      await Promise.all(
        partitions.slice(at, at + AT_ONCE).map((partition) => readPartition(table, partition)),
      )
    ).flat();
}

/** How many key pairs have which version, and the items that are none. A malformed pair has a version, too. */
export async function countVersions(table: Table): Promise<{
  readonly pairs: ReadonlyMap<number, number>;
  readonly bad: readonly BadBucketKey[];
}> {
  const counts = new Map<number, number>();
  const bad: BadBucketKey[] = [];
  for await (const pairs of bucketKeyItems(table, undefined))
    for (const pair of pairs) {
      if ('problem' in pair) bad.push(pair);
      const { version } = 'problem' in pair ? pair : pair.place;
      if (version !== undefined) counts.set(version, (counts.get(version) ?? 0) + 1);
    }
  return { pairs: new Map([...counts].toSorted(([a], [b]) => a - b)), bad };
}

async function readPartition(
  table: Table,
  partition: Omit<BucketPlace, 'version'>,
): Promise<readonly (StoredBucketKey | BadBucketKey)[]> {
  const { pk } = bucketKeyKey({ ...partition, version: 0 });
  const found: (StoredBucketKey | BadBucketKey)[] = [];
  for await (const items of partitionPages(table, { partition: pk, consistent: true }))
    found.push(...items.map((item) => readItem(partition, item)));
  return found;
}

function readItem(partition: Omit<BucketPlace, 'version'>, item: Item): StoredBucketKey | BadBucketKey {
  const { pk, sk } = keyOf(item);
  const { version } = SORT_KEY.exec(sk)?.groups ?? {};
  // As JSON, because an operator reads the name in a terminal.
  if (version === undefined)
    return { name: `${pk} ${JSON.stringify(sk)}`, problem: 'has no version of key pairs as sort key' };
  const place = { ...partition, version: Number(version) };
  const key = orError(() => toBucketKey(item));
  return key instanceof MalformedItemError
    ? { name: textOf(place), problem: key.message, version: place.version }
    : { place, key, item };
}

/** The purposes that have key pairs, as the capabilities of the products declare them. */
function purposes(): readonly BucketPlace['purpose'][] {
  return Object.values(KEY_SHAPES).flatMap(({ partitions, keys }) => {
    const [, purpose] = partitions.split('#');
    return keys.includes(bucketKeyKey.name) ? [purpose as BucketPlace['purpose']] : [];
  });
}
