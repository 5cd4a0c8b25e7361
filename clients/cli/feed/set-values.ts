import { isRecord } from '#cli/api/problem.ts';
import { wrongUsage } from '#cli/command/command-error.ts';
import { jsonOf } from '#cli/command/json.ts';

type Json = Record<string, unknown>;

/** A member with one of these names would change the prototype of objects. */
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];

/**
 * Applies `path=value` to a copy of an object. A path has names and positions in lists, separated by dots: `data.contact.tags.0`. A value is JSON, or
 * else a text. The first name must be one of `roots`.
 * @throws CommandError for a path that cannot be set
 */
export function setValues(object: Json, sets: readonly string[], roots: readonly string[]): Json {
  const copy = structuredClone(object);
  for (const set of sets) {
    const [path = '', ...value] = set.split('=');
    if (value.length === 0 || path === '')
      throw wrongUsage('--set has the form path=value, such as data.contact.name=Ada.');
    const names = path.split('.');
    if (!roots.includes(names[0] ?? ''))
      throw wrongUsage(`A path of --set begins with ${roots.join(', ')}, such as data.contact.name.`);
    if (names.some((name) => name === '' || FORBIDDEN.includes(name)))
      throw wrongUsage(`--set cannot set ${path}.`);
    setAt(copy, names, value.join('='), path);
  }
  return copy;
}

function setAt(object: Json, names: readonly string[], text: string, path: string): void {
  let place: unknown = object;
  for (const [index, name] of names.entries()) {
    const isLast = index === names.length - 1;
    if (Array.isArray(place)) {
      const list: unknown[] = place;
      // One after the last item appends. A larger position would leave a gap.
      if (!/^\d{1,4}$/u.test(name) || Number(name) > list.length)
        throw wrongUsage(`--set ${path}: "${name}" is not a position from 0 to ${list.length}.`);
      if (isLast) list[Number(name)] = valueOf(text, list[Number(name)]);
      else place = list[Number(name)] ??= {};
    } else if (isWritable(place)) {
      if (isLast) place[name] = valueOf(text, Object.hasOwn(place, name) ? place[name] : undefined);
      else place = Object.hasOwn(place, name) ? place[name] : (place[name] = {});
    } else throw wrongUsage(`--set ${path}: what is before "${name}" is not an object or a list.`);
  }
}

function isWritable(value: unknown): value is Json {
  return isRecord(value);
}

/** `total=12.50` stays a text where the sample has a text, although it is a number in JSON. A quoted value is always a text. `null` sets the member to null. */
function valueOf(text: string, before: unknown): unknown {
  const value = jsonOf(text);
  if (value === undefined) return text;
  return typeof before === 'string' && typeof value !== 'string' && value !== null ? text : value;
}
