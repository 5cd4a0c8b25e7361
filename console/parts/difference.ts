/** The fields of a request that an edit changes, at every level of nesting. Lists are compared as a whole. */
export function difference<T extends object>(from: T, to: T): Partial<T> {
  const before = new Map<string, unknown>(Object.entries(from));
  const changed = Object.entries(to).flatMap(([name, value]: [string, unknown]) => {
    const old = before.get(name);
    if (JSON.stringify(old) === JSON.stringify(value)) return [];
    return [[name, isFields(old) && isFields(value) ? difference(old, value) : value]];
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each field is one of `to`, or a part of one
  return Object.fromEntries(changed) as Partial<T>;
}

function isFields(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
