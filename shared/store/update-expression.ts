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
  const isPresent = ([, value]: [string, unknown]) => value !== undefined;
  const first = Object.entries(once).filter(isPresent);
  const present = Object.entries(each).filter(isPresent);
  const absent = Object.keys(each).filter((name) => each[name] === undefined);
  const assignments = [
    ...first.map(([name]) => `#${name} = if_not_exists(#${name}, :${name})`),
    ...present.map(([name]) => `#${name} = :${name}`),
  ];
  return {
    set: assignments.join(', '),
    remove: absent.length === 0 ? '' : ` REMOVE ${absent.map((name) => `#${name}`).join(', ')}`,
    names: Object.fromEntries(
      [...first, ...present]
        .map(([name]) => name)
        .concat(absent)
        .map((name) => [`#${name}`, name]),
    ),
    values: Object.fromEntries([...first, ...present].map(([name, value]) => [`:${name}`, value])),
  };
}
