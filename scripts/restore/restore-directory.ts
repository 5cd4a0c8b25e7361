import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { filterBytes } from '#shared/events/subscriptions/subscription-filters.ts';
import { commitWrites } from '#shared/platform/store/commit.ts';
import { directoryKeys, endpointKey } from '#shared/platform/store/keys.ts';
import type { Item, Table, WritableTable } from '#shared/platform/store/table.ts';
import { type Condition, isNew, putItem, unchangedSince } from '#shared/platform/store/write.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import { liveShards, withShards } from './live-shards.ts';

const directoryItem = v.object({ endpoints: v.record(v.string(), v.unknown()) });

const entryItem = v.object({ filters: v.optional(v.record(v.string(), v.string())) });

type Options = {
  readonly live: WritableTable;
  readonly restored: Pick<Table, 'get'>;
  /** Whether the restore writes an endpoint that the live table lacks. */
  readonly isWritten: (endpoint: Item) => Promise<boolean>;
  readonly lastChange: Item;
  readonly now: Date;
  readonly print: (line: string) => void;
};

/** The workspace of the first copy of an endpoint directory, by its partition key; undefined for other copies. */
export function ownerOfFirstCopy(pk: string): string | undefined {
  return /^DIR#(.+)#0$/u.exec(pk)?.[1];
}

/**
 * Restores all copies of an endpoint directory in one transaction. Live copies are never replaced by older ones: they get the restored
 * endpoints that they lack, within the limit, and a missing copy is written again. Returns whether anything was written.
 */
export async function restoreDirectory(
  workspaceId: string,
  found: Item,
  { live, restored, isWritten, lastChange, now, print }: Options,
): Promise<boolean> {
  const copies = await Promise.all(
    directoryKeys(workspaceId).map(async (key) => ({ key, item: await live.get(key) })),
  );
  const current = copies.find(({ item }) => item)?.item;
  const endpoints = { ...(current ? v.parse(directoryItem, current).endpoints : {}) };
  const before = Object.keys(endpoints).length;
  for (const [id, entry] of Object.entries(v.parse(directoryItem, found).endpoints)) {
    if (id in endpoints || !(await isBack(id))) continue;
    if (Object.keys(endpoints).length < ENDPOINT_LIMIT) endpoints[id] = entry;
    else print(`conflict: directory ${workspaceId}: endpoint ${id} exceeds the limit of ${ENDPOINT_LIMIT}`);
  }
  const isComplete = copies.every(({ item }) => item);
  if (isComplete && Object.keys(endpoints).length === before) return false;
  const shards = await shardsOf(Object.keys(endpoints));
  const attributes = {
    ...(current ?? found),
    endpoints,
    shards,
    filterBytes: bytesOfFilters(endpoints),
    restoredAt: now.getTime(),
    lastChange,
  };
  const writes = copies.map(({ key, item }) => putItem({ ...attributes, ...key }, unchanged(item)));
  try {
    await commitWrites(live, writes, randomUUID());
    return true;
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'concurrent_update') throw error;
    print(`conflict: directory ${workspaceId}: was changed during the restore`);
    return false;
  }

  /** Only of endpoints with several shards. An endpoint grows only if the directory has the number of its item. */
  async function shardsOf(ids: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const numbers = await Promise.all(
      ids.map(async (id) => [id, await liveShards(live, workspaceId, id)] as const),
    );
    return Object.fromEntries(numbers.filter(([, number]) => number > 1));
  }

  async function isBack(id: string): Promise<boolean> {
    const endpoint = await restored.get(endpointKey(id));
    if (endpoint === undefined) return false;
    return (await live.get(endpointKey(id))) !== undefined || isWritten(endpoint);
  }
}

/** The size of all filters, which the directory counts. */
function bytesOfFilters(endpoints: Readonly<Record<string, unknown>>): number {
  const sizes = Object.values(endpoints).map((entry) => filterBytes(v.parse(entryItem, entry).filters));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function unchanged(item: Item | undefined): Condition {
  return item ? withShards(unchangedSince(item), item) : isNew;
}
