import { nonceOf } from './command-items.ts';
import type { Item } from './table.ts';
import type { Condition } from './write.ts';

/** No item has this key yet. */
export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** The item has not been deleted. */
export const exists: Condition = { expression: 'attribute_exists(pk)' };

/** No other write has changed the resource, or deleted it, since it was read. */
export function revisionUnchanged({ revision }: { readonly revision: number }): Condition {
  return { expression: 'revision = :before', values: { ':before': revision } };
}

/** No other command has written the item, or deleted it, since it was read; for items without a revision. */
export function unchangedSince(item: Item): Condition {
  return { expression: 'lastChange.nonce = :seen', values: { ':seen': nonceOf(item) } };
}

/** All of these conditions; alternatives (`OR`) must be in parentheses. The error is that of the first condition that defines one. */
export function allOf(...conditions: readonly Condition[]): Condition {
  const onFailure = conditions.find((each) => each.onFailure)?.onFailure;
  return {
    expression: conditions.map(({ expression }) => expression).join(' AND '),
    names: Object.fromEntries(conditions.flatMap(({ names = {} }) => Object.entries(names))),
    values: Object.fromEntries(conditions.flatMap(({ values = {} }) => Object.entries(values))),
    ...(onFailure ? { onFailure } : {}),
  };
}
