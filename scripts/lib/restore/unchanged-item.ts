import type { Item } from '#shared/platform/store/table.ts';
import { allOf, type Condition, exists, nonceOf, unchangedSince } from '#shared/platform/store/write.ts';

/**
 * No command has written the item since it was read. Its shards have not grown either: growth is no command, so it has no nonce. Items
 * without a change are compared by their shards, or not at all.
 */
export function unchangedItem(item: Item): Condition {
  const condition = nonceOf(item) === undefined ? exists : unchangedSince(item);
  const { shards } = item;
  if (shards === undefined) return condition;
  return allOf(condition, { expression: 'shards = :shards', values: { ':shards': shards } });
}
