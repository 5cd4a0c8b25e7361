import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';

/** One field of event data, with two schemas: one for producers and one for receivers. */
export type Field = {
  /**
   * Validates the field as ingested. The output is the field as stored and sent: truncated and normalised
   * (docs/specification.md#truncation).
   */
  readonly accepts: v.GenericSchema;
  /** Validates the field as sent. The published JSON Schema is generated from this schema. */
  readonly sends: v.GenericSchema;
  /** True if every body contains the field. An optional field may be omitted, null or empty: all three mean "no value". */
  readonly required: boolean;
};

/** The same field with a description for the published schemas. */
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

/** A field that always has this value. Producers may omit it (docs/specification.md#event-data). */
export function constant(value: string | true): Field {
  return { accepts: v.nullish(v.literal(value), value), sends: v.literal(value), required: true };
}
