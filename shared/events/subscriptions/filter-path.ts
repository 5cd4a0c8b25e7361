import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import type { Field, FieldType } from '#shared/events/catalogue/field.ts';
import { isJsonObject } from '#shared/platform/core/json-object.ts';
import { FILTER_BYTES } from './event-filter.ts';

/** A field of an event, and the names that lead from `data` to the field. */
export type FieldPlace = {
  readonly field: Field;
  readonly names: readonly string[];
};

/**
 * The field at a dotted path, such as `contact.stage`, or undefined. A path has no indexes: a field of the objects in
 * a list has the same path as a field of one object.
 */
export function findField(event: CatalogueEvent, path: string): FieldPlace | undefined {
  // A stored filter can be damaged, and splitting a huge path costs much.
  if (path.length > FILTER_BYTES) return undefined;
  const names = path.split('.');
  let field: Field | undefined = event.fields;
  for (const name of names) field = field && memberOf(field.type, name);
  return field && { field, names };
}

/** The paths of the fields in the nearest object that exists on a path, for an error about the rest of the path. */
export function nearestPaths(event: CatalogueEvent, path: string): string[] {
  let type: FieldType = event.fields.type;
  const found: string[] = [];
  for (const name of path.split('.')) {
    const member = memberOf(type, name);
    if (member === undefined || itemType(member.type).kind !== 'object') break;
    found.push(name);
    type = member.type;
  }
  return pathsBelow(type, found);
}

/** The paths of the fields below a type. Objects are not listed themselves. */
export function pathsBelow(type: FieldType, names: readonly string[]): string[] {
  const item = itemType(type);
  if (item.kind !== 'object') return [names.join('.')];
  return Object.entries(item.members).flatMap(([name, member]) => pathsBelow(member.type, [...names, name]));
}

/** The type of the items of a list, or the type itself if it is no list. */
export function itemType(type: FieldType): Exclude<FieldType, { readonly kind: 'list' }> {
  return type.kind === 'list' ? itemType(type.item.type) : type;
}

/**
 * The values of a field in event data: several if the path leads through a list of objects, none if the field is missing. The recursion
 * follows the type, so that hostile data cannot make it deeper.
 */
export function valuesAt(type: FieldType, names: readonly string[], value: unknown): unknown[] {
  const [name, ...rest] = names;
  if (name === undefined) return value === undefined || value === null ? [] : [value];
  if (type.kind === 'list') return itemsOf(value).flatMap((item) => valuesAt(type.item.type, names, item));
  const member = memberOf(type, name);
  if (member === undefined || !isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  return valuesAt(member.type, rest, value[name]);
}

/** The items of a value that is a list by its type, otherwise the value itself. */
export function elementsOf(type: FieldType, value: unknown): unknown[] {
  if (type.kind !== 'list') return [value];
  return itemsOf(value).flatMap((item) => elementsOf(type.item.type, item));
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Own properties only: `constructor` and `__proto__` are no fields. */
function memberOf(type: FieldType, name: string): Field | undefined {
  const item = itemType(type);
  return item.kind === 'object' && Object.hasOwn(item.members, name) ? item.members[name] : undefined;
}
