import * as v from 'valibot';

/** A variable that must be set and not empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A comma-separated list; empty or absent means none. */
export const list = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
);

/** A whole number of at least 0. */
export const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger());

/** A wait in seconds that a queue's delay can carry, with a second to spare: at most 899. */
export const waitSeconds = v.pipe(count, v.maxValue(899));

/** Waits between attempts in whole seconds: at most five, for six attempts (specification, Delivery behaviour 5). */
export const retryDelays = v.pipe(
  v.string(),
  v.regex(/^\d+(,\d+){0,4}$/u),
  v.transform((value) => value.split(',').map(Number)),
);

/** Variables every function has. */
export const baseEnv = { STAGE: text };

/** The configuration a function was deployed with is not usable; names every variable at fault. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Parses a function's variables once at load. Reports every missing or malformed name together, never a value. */
export function parseEnv<const S extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: S,
  source: Readonly<Record<string, string | undefined>>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, source);
  if (parsed.success) return parsed.output;
  const names = new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new EnvironmentError(`Missing or malformed environment variables: ${[...names].join(', ')}`);
}
