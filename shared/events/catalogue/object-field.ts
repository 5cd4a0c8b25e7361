import * as v from 'valibot';
import { jsonObject } from '#shared/platform/core/json-object.ts';
import type { Field } from './field.ts';

/** Members of event data by name, as they are stored and sent. */
export type EventData = Record<string, unknown>;

/** An object of event data, whose schemas give objects. */
export type ObjectField = Field & {
  readonly accepts: v.GenericSchema<unknown, EventData>;
  readonly sends: v.GenericSchema<unknown, EventData>;
};

/**
 * An object with exactly these members, in this order. Producers' unknown members are refused (R20);
 * receivers are told to expect new ones, because adding a member is not a breaking change (G22).
 */
export function objectOf(members: Record<string, Field>): ObjectField {
  return {
    accepts: v.pipe(
      v.unknown(),
      jsonObject(entriesOf(members, ({ accepts, required }) => (required ? accepts : v.nullish(accepts)))),
      v.transform(withoutEmptyMembers),
    ),
    sends: v.object(entriesOf(members, ({ sends, required }) => (required ? sends : v.exactOptional(sends)))),
    required: false,
  };
}

function entriesOf(members: Record<string, Field>, toSchema: (field: Field) => v.GenericSchema) {
  return Object.fromEntries(Object.entries(members).map(([name, field]) => [name, toSchema(field)]));
}

function withoutEmptyMembers(data: EventData): EventData {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => hasValue(value)));
}

/** `false`, 0 and empty lists are values; an object left without members is none (G114). */
function hasValue(value: unknown): boolean {
  if (typeof value !== 'object') return value !== undefined && value !== '';
  return value !== null && (Array.isArray(value) || Object.keys(value).length > 0);
}
