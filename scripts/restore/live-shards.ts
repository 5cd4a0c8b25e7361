import * as v from 'valibot';
import { directoryKey, endpointKey, targetKey } from '#shared/platform/store/keys.ts';
import type { Item, Table } from '#shared/platform/store/table.ts';
import { allOf, type Condition } from '#shared/platform/store/write.ts';
import { MAX_SHARDS } from '#shared/webhooks/domain/delivery-shards.ts';

const directoryItem = v.object({
  endpoints: v.record(v.string(), v.unknown()),
  shards: v.record(v.string(), v.number()),
});

/**
 * The number of shards that the restored items of an endpoint get. It never decreases (ADR 46), because deliveries are found by it, and
 * the table of the past may have a smaller one. If all live items of the endpoint are lost, the maximum includes every smaller number.
 */
export async function liveShards(
  live: Pick<Table, 'get'>,
  workspaceId: string,
  endpointId: string,
): Promise<number> {
  for (const key of [endpointKey(endpointId), targetKey(endpointId)]) {
    const shards = (await live.get(key))?.['shards'];
    if (typeof shards === 'number') return shards;
  }
  const directory = v.safeParse(directoryItem, await live.get(directoryKey(workspaceId, 0)));
  if (!directory.success || !(endpointId in directory.output.endpoints)) return MAX_SHARDS;
  return directory.output.shards[endpointId] ?? 1;
}

/** Also requires that the shards have not grown since the live item was read: growth is no command, so it has no nonce. */
export function withShards(condition: Condition, { shards }: Item): Condition {
  if (shards === undefined) return condition;
  return allOf(condition, { expression: 'shards = :shards', values: { ':shards': shards } });
}
