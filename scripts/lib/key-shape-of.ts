import { KEY_SHAPES } from '#functions/capabilities.ts';
import type { KeyShape } from '#shared/platform/runtime/capability-rows.ts';

/** The key shapes of the tables, without those of partitions that exist only in an index. */
export const ITEM_SHAPES: readonly (readonly [name: string, shape: KeyShape])[] = Object.entries(
  KEY_SHAPES,
).filter(([, { index }]) => index === undefined);

/** The key shape of an item of a table; undefined if no shape has its partition key. */
export function keyShapeOf(table: KeyShape['table'], pk: string): string | undefined {
  return ITEM_SHAPES.find(
    ([, { table: place, partitions }]) => place === table && matches(partitions, pk),
  )?.[0];
}

/** As `StringLike` of IAM, in which the patterns of shapes have a `*` only at the end. */
function matches(partitions: string, pk: string): boolean {
  return partitions.endsWith('*') ? pk.startsWith(partitions.slice(0, -1)) : pk === partitions;
}
