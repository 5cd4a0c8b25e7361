import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import type { Field, FieldMembers } from './field.ts';

/** Event data by field name, as stored and sent. */
export type EventData = Record<string, unknown>;

/** A field whose schemas return objects. */
export type ObjectField = Field & {
  readonly type: { readonly kind: 'object'; readonly members: FieldMembers };
  readonly accepts: v.GenericSchema<unknown, EventData>;
  readonly sends: v.GenericSchema<unknown, EventData>;
};

/**
 * An object with exactly these fields, in this order. Unknown fields of producers are rejected. The documentation tells
 * receivers to expect new fields, because adding a field is not a breaking change.
 */
export function objectOf(members: FieldMembers): ObjectField {
  return {
    type: { kind: 'object', members },
    accepts: v.pipe(
      v.unknown(),
      jsonObject(toEntries(members, ({ accepts, required }) => (required ? accepts : v.nullish(accepts)))),
      v.transform(withoutEmptyMembers),
    ),
    sends: v.object(toEntries(members, ({ sends, required }) => (required ? sends : v.exactOptional(sends)))),
    required: false,
  };
}

function toEntries(members: FieldMembers, toSchema: (field: Field) => v.GenericSchema) {
  return Object.fromEntries(Object.entries(members).map(([name, field]) => [name, toSchema(field)]));
}

function withoutEmptyMembers(data: EventData): EventData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => hasValue(value)));
}

/** `false`, 0 and empty arrays are values; an object without fields is not (docs/specification/events.md#truncation). */
function hasValue(value: unknown): boolean {
  if (typeof value !== 'object') return value !== undefined && value !== '';
  return value !== null && (Array.isArray(value) || Object.keys(value).length > 0);
}
