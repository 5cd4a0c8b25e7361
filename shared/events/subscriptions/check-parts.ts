import type { FilterPath, FilterProblems } from './filter-problems.ts';

/** The checked elements of an array. The array must not be empty. */
export function checkList<T>(
  problems: FilterProblems,
  list: unknown,
  path: FilterPath,
  check: (element: unknown, path: FilterPath) => T | undefined,
): T[] | undefined {
  if (!Array.isArray(list)) return problems.add(path, 'invalid_type', 'Use an array.');
  if (list.length === 0) return problems.add(path, 'required', 'Use an array of at least one element.');
  const elements: T[] = [];
  for (const [index, element] of list.entries()) {
    if (problems.isFull()) break;
    const checked = check(element, [...path, String(index)]);
    if (checked !== undefined) elements.push(checked);
  }
  return elements;
}

/** The checked members of an object in the order of their keys, so that equal filters have equal texts. */
export function checkMembers<T>(
  problems: FilterProblems,
  object: Readonly<Record<string, unknown>>,
  path: FilterPath,
  check: (key: string, value: unknown, path: FilterPath) => T | undefined,
): Record<string, T> {
  const members: [key: string, member: T][] = [];
  for (const [key, value] of Object.entries(object)) {
    if (problems.isFull()) break;
    const checked = check(key, value, [...path, key]);
    if (checked !== undefined) members.push([key, checked]);
  }
  return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
