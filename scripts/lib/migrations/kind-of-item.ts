import { keyShapeOf } from '#scripts/lib/key-shape-of.ts';
import { ruleOf } from '#scripts/lib/restore/restorable-kinds.ts';
import { keyOf, type Item } from '#shared/platform/store/table.ts';

/** What a report calls an item: the kind of items with its keys, or else its key shape. */
export function kindOf(table: 'core' | 'deliveries', item: Item): string {
  const key = keyOf(item);
  const rule = table === 'core' ? ruleOf(key) : undefined;
  return rule?.kind ?? keyShapeOf(table, key.pk) ?? 'unknown';
}
