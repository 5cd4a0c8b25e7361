import { KEY_SHAPES } from '#functions/capabilities.ts';
import {
  type BucketKey,
  type BucketPlace,
  KEY_BUCKETS,
} from '#shared/platform/runtime/secrets/bucket-key.ts';
import { bucketOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { toBucketKey } from '#shared/platform/store/dynamo-bucket-key-store.ts';
import { bucketKeyKey } from '#shared/platform/store/keys.ts';
import { partitionPages } from '#shared/platform/store/partition-pages.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';

/** A stored key pair. */
export type StoredBucketKey = { readonly place: BucketPlace; readonly key: BucketKey; readonly item: Item };

/** Partitions read at a time. */
const AT_ONCE = 10;

const SORT_KEY = /^V#(?<version>[1-9]\d*)$/u;

/** Whether an item is a key pair. */
export function isBucketKey({ pk }: Item): boolean {
  return String(pk).startsWith('BUCKET#');
}

/** All key pairs of a table, or those of one workspace, in batches; read without a scan, because the table can be large. */
export async function* bucketKeyItems(
  table: Table,
  workspaceId: string | undefined,
): AsyncGenerator<readonly StoredBucketKey[]> {
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

async function readPartition(
  table: Table,
  partition: Omit<BucketPlace, 'version'>,
): Promise<readonly StoredBucketKey[]> {
  const { pk } = bucketKeyKey({ ...partition, version: 0 });
  const found: StoredBucketKey[] = [];
  for await (const items of partitionPages(table, { partition: pk, consistent: true }))
    for (const item of items) {
      const version = Number(SORT_KEY.exec(String(item['sk']))?.groups?.['version']);
      found.push({ place: { ...partition, version }, key: toBucketKey(item), item });
    }
  return found;
}

/** The purposes that have key pairs, as the capabilities of the products declare them. */
function purposes(): readonly BucketPlace['purpose'][] {
  return Object.values(KEY_SHAPES).flatMap(({ partitions, keys }) => {
    const [, purpose] = partitions.split('#');
    return keys.includes(bucketKeyKey.name) ? [purpose as BucketPlace['purpose']] : [];
  });
}
