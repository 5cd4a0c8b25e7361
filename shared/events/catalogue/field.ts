import * as v from 'valibot';

/** One member of event data, with its two faces: what producers may send and what receivers get. */
export type Field = {
  /** Checks the member as ingested. Its output is the member as stored and sent: cut and normalised (R20, G114). */
  readonly accepts: v.GenericSchema;
  /** Checks the member as sent; the published JSON Schema is made from it. */
  readonly sends: v.GenericSchema;
  /** True if every body holds the member. An optional one may be left out, null or empty: all mean "no value". */
  readonly required: boolean;
};

/** The same field with what it means, for those who read the published schemas. */
export function described<const F extends Field>(field: F, description: string): F {
  return { ...field, sends: v.pipe(field.sends, v.description(description)) };
}

/** The same field, which must now have a value. */
export function required(field: Field): Field {
  const accepts = v.pipe(
    field.accepts,
    v.check((value) => value !== '', 'required: This member needs a value.'),
  );
  return { ...field, accepts, required: true };
}

/** A member that is always there with this one value; producers may leave it out (G115). */
export function constant(value: string | true): Field {
  return { accepts: v.nullish(v.literal(value), value), sends: v.literal(value), required: true };
}
