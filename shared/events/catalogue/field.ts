import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';

/**
 * The type of the values of a field. A filter compares two values by this type. A schema does not contain it: a decimal, an instant
 * and a text are all strings.
 */
export type FieldType =
  /** `text` is any string. `choice` is a string from a closed set or of a fixed format, such as a UUID. */
  | { readonly kind: 'text' | 'choice' | 'decimal' | 'instant' | 'number' | 'boolean' }
  | { readonly kind: 'list'; readonly item: Field }
  | { readonly kind: 'object'; readonly members: FieldMembers };

/** The fields of an object by name. */
export type FieldMembers = Readonly<Record<string, Field>>;

/** One field of event data, with two schemas: one for producers and one for receivers. */
export type Field = {
  readonly type: FieldType;
  /**
   * Validates the field as ingested. The output is the field as stored and sent: truncated and normalised
   * (docs/specification/events.md#truncation).
   */
  readonly accepts: v.GenericSchema;
  /** Validates the field as sent. The published JSON Schema is generated from this schema. */
  readonly sends: v.GenericSchema;
  /** True if every body contains the field. An optional field may be omitted, null or empty: all three mean "no value". */
  readonly required: boolean;
};

/**
 * The same field with a description for the published schemas.
 * @__NO_SIDE_EFFECTS__
 */
export function withDescription<const F extends Field>(field: F, description: string): F {
  return { ...field, sends: v.pipe(field.sends, v.description(description)) };
}

/** The same field, but with a required value. */
export function required(field: Field): Field {
  const accepts = v.pipe(
    field.accepts,
    v.check((value) => value !== '', issue('required', 'This field needs a value.')),
  );
  return { ...field, accepts, required: true };
}

/** A field that always has this value. Producers may omit it (docs/specification/events.md#event-data). */
export function constant(value: string | true): Field {
  return {
    type: { kind: value === true ? 'boolean' : 'choice' },
    accepts: v.nullish(v.literal(value), value),
    sends: v.literal(value),
    required: true,
  };
}
