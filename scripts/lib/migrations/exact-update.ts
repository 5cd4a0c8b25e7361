import { isDeepStrictEqual } from 'node:util';
import { keyOf, type Item } from '#shared/platform/store/table.ts';
import { updateItem, type UpdateWrite } from '#shared/platform/store/write.ts';

/** A migration belongs to no command: neither the audit log nor the conditions of concurrent commands may notice it. */
const KEPT = ['pk', 'sk', 'lastChange'];

/**
 * The update from an item to the changed one. Only the changed attributes are written. The condition compares every attribute with the
 * one that was read, not only the last change: consumers change items without one, and a new value can follow from any attribute.
 * @throws Error if the key or the last change differs
 */
export function exactUpdate(before: Item, after: Item): UpdateWrite {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  const forbidden = changed.find((name) => KEPT.includes(name));
  if (forbidden !== undefined) throw new Error(`A migration must not change ${forbidden}`);

  const placeholder = (kind: '#a' | ':s' | ':n', name: string) => `${kind}${names.indexOf(name)}`;
  const set = changed.filter((name) => after[name] !== undefined);
  const removed = changed.filter((name) => after[name] === undefined);
  const actions = [
    ...(set.length === 0
      ? []
      : [`SET ${set.map((name) => `${placeholder('#a', name)} = ${placeholder(':n', name)}`).join(', ')}`]),
    ...(removed.length === 0 ? [] : [`REMOVE ${removed.map((name) => placeholder('#a', name)).join(', ')}`]),
  ];
  const conditions = names.map((name) => {
    const attribute = placeholder('#a', name);
    return before[name] === undefined
      ? `attribute_not_exists(${attribute})`
      : `${attribute} = ${placeholder(':s', name)}`;
  });
  const known = names.filter((name) => before[name] !== undefined);
  return updateItem(
    keyOf(before),
    {
      expression: actions.join(' '),
      names: Object.fromEntries(names.map((name) => [placeholder('#a', name), name])),
      values: Object.fromEntries(set.map((name) => [placeholder(':n', name), after[name]])),
    },
    {
      expression: conditions.join(' AND '),
      values: Object.fromEntries(known.map((name) => [placeholder(':s', name), before[name]])),
    },
  );
}
