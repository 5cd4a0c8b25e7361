import * as v from 'valibot';
import { DeleteItemCommand } from '#packages/lean-aws-client/dynamo-commands.ts';
import { isServiceError } from '#packages/lean-aws-client/service-errors.ts';
import { marshall } from './attribute-values.ts';
import { parseItem } from './item-schema.ts';
import type { Key } from './keys.ts';
import { partitionPages } from './partition-pages.ts';
import { CORE_TABLE } from './table-definition.ts';
import type { WritableTable } from './table.ts';

const [BY_OWNER] = CORE_TABLE.indexes;

/** Items deleted concurrently. */
const AT_ONCE = 10;

/** Matches the items of a workspace: most have its id in an attribute, the others in their key or in the job that they request. */
export const OWNED = '#workspace = :workspace OR contains(#pk, :workspace) OR #job.#workspace = :workspace';
export const OWNED_NAMES = { '#workspace': 'workspaceId', '#pk': 'pk', '#job': 'job' };

/** The key of an item, as an index or a scan returns it. */
export const keyRow = v.object({ pk: v.string(), sk: v.string() });

/**
 * Deletes an item if it still belongs to the workspace: since it was read, another workspace may have taken the host or the slug
 * that is its key.
 */
export async function deleteOwned(table: WritableTable, { pk, sk }: Key, workspaceId: string): Promise<void> {
  try {
    await table.client.send(
      new DeleteItemCommand({
        TableName: table.name,
        Key: marshall({ pk, sk }),
        ConditionExpression: OWNED,
        ExpressionAttributeNames: OWNED_NAMES,
        ExpressionAttributeValues: marshall({ ':workspace': workspaceId }),
      }),
    );
  } catch (error) {
    if (!isServiceError(error, 'ConditionalCheckFailedException')) throw error;
  }
}

/** Deletes the items of a workspace in partitions of the index by owner. Returns false if the time is used up. */
export async function deleteListed(
  core: WritableTable,
  partitions: readonly string[],
  workspaceId: string,
  hasTime: () => boolean,
): Promise<boolean> {
  const remove = (key: Key) => deleteOwned(core, key, workspaceId);
  for (const partition of partitions)
    if (!(await forEachListed(core, partition, remove, hasTime))) return false;
  return true;
}

/** Acts on the items of a partition of the index by owner. Returns false if the time is used up. */
export async function forEachListed(
  core: WritableTable,
  partition: string,
  act: (key: Key) => Promise<unknown>,
  hasTime: () => boolean,
): Promise<boolean> {
  for await (const rows of partitionPages(core, { partition, index: BY_OWNER })) {
    const keys = rows.map((row) => parseItem(keyRow, row));
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      if (!hasTime()) return false;
      await Promise.all(keys.slice(at, at + AT_ONCE).map(act));
    }
  }
  return true;
}

/** Acts on all of these, ten at a time. */
export async function inGroups<T>(all: readonly T[], act: (one: T) => Promise<unknown>): Promise<void> {
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(act));
}
