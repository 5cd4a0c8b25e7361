import * as v from 'valibot';

/** A variable that must be set and not empty. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** A comma-separated array; empty or absent means none. */
export const list = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  ),
);

/** An integer of at least 0. */
export const count = v.pipe(v.string(), v.digits(), v.transform(Number), v.safeInteger());

/** A delay in seconds. It stays below the 900 seconds by which SQS can delay a message. */
export const waitSeconds = v.pipe(count, v.maxValue(899));

/** Delays between attempts in seconds: at most five, for six attempts (docs/specification.md#retry-schedule). */
export const retryDelays = v.pipe(
  v.string(),
  v.regex(/^\d+(,\d+){0,4}$/u),
  v.transform((value) => value.split(',').map(Number)),
);

/** Variables of every function. */
export const baseEnv = { STAGE: text };

/** The configuration of a deployed function is invalid; the message lists every invalid variable. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Parses the variables of a function once, when it loads. Reports all missing or malformed names together, never values. */
export function parseEnv<const S extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  schema: S,
  source: Readonly<Record<string, string | undefined>>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, source);
  if (parsed.success) return parsed.output;
  const names = new Set(parsed.issues.map((issue) => v.getDotPath(issue) ?? '?'));
  throw new EnvironmentError(`Missing or malformed environment variables: ${[...names].join(', ')}`);
}
