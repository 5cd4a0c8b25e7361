import type { Key } from '#shared/platform/store/keys.ts';
import type { Item, WritableTable } from '#shared/platform/store/table.ts';
import { tryWrite } from '#shared/platform/store/try-write.ts';
import { isNew, putItem } from '#shared/platform/store/write.ts';

/** Items of one transaction. */
const AT_ONCE = 25;

/**
 * Puts items in transactions, in their order. The same items are divided in the same way, and a transaction writes all of its items or none,
 * so a start that continues writes nothing twice.
 */
export async function writeAll(table: WritableTable, items: readonly (Item & Key)[]): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const [first, ...others] = items.slice(from, from + AT_ONCE).map((item) => putItem(item, isNew));
    if (first) await tryWrite(table, first, undefined, others);
  }
}
