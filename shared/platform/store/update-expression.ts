/** Parts of an update expression for attributes by name. */
export type UpdateParts = {
  /** Assignments without the word `SET`. */
  readonly set: string;
  /** ` REMOVE …` for attributes without a value, or nothing. */
  readonly remove: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, unknown>>;
};

/** Sets `once` attributes unless they are there already, and `each` attributes always; undefined ones are removed. */
export function updateOf(once: Record<string, unknown>, each: Record<string, unknown>): UpdateParts {
  const [assignments, absent]: [string[], string[]] = [[], []];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(once)) {
    if (value === undefined) continue;
    names[`#${name}`] = name;
    values[`:${name}`] = value;
    assignments.push(`#${name} = if_not_exists(#${name}, :${name})`);
  }
  for (const [name, value] of Object.entries(each)) {
    names[`#${name}`] = name;
    if (value === undefined) absent.push(`#${name}`);
    else {
      values[`:${name}`] = value;
      assignments.push(`#${name} = :${name}`);
    }
  }
  const remove = absent.length === 0 ? '' : ` REMOVE ${absent.join(', ')}`;
  return { set: assignments.join(', '), remove, names, values };
}
