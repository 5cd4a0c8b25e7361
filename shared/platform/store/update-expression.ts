import type { Expression } from './write.ts';

/**
 * The update expression that sets these attributes and removes the undefined ones. An attribute in `once` is set only if
 * the item does not have it yet; `also` are further assignments, whose values the caller adds.
 */
export function setAttributes(
  attributes: Readonly<Record<string, unknown>>,
  {
    once = {},
    also = [],
  }: { readonly once?: Readonly<Record<string, unknown>>; readonly also?: readonly string[] } = {},
): Required<Expression> {
  const [assignments, absent]: [string[], string[]] = [[...also], []];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(once)) {
    if (value === undefined) continue;
    names[`#${name}`] = name;
    values[`:${name}`] = value;
    assignments.push(`#${name} = if_not_exists(#${name}, :${name})`);
  }
  for (const [name, value] of Object.entries(attributes)) {
    names[`#${name}`] = name;
    if (value === undefined) absent.push(`#${name}`);
    else {
      values[`:${name}`] = value;
      assignments.push(`#${name} = :${name}`);
    }
  }
  const remove = absent.length === 0 ? '' : ` REMOVE ${absent.join(', ')}`;
  return { expression: `SET ${assignments.join(', ')}${remove}`, names, values };
}
