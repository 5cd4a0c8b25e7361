import * as v from 'valibot';
import { variableOf } from './provision-variables.ts';

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

/** A text that may be empty or absent. */
export const optionalText = v.optional(v.string(), '');

/** The configuration of a deployed function is invalid; the message lists every invalid variable. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError';
}

/** Parses the settings of a function by their variables. Reports all missing or malformed names together, never values. */
export function parseSettings<
  const S extends Readonly<Record<string, v.GenericSchema<string | undefined, unknown>>>,
>(
  settings: S,
  environment: Readonly<Record<string, string | undefined>>,
): { readonly [Name in keyof S]: v.InferOutput<S[Name]> } {
  const parsed = Object.entries(settings).map(([name, schema]) => {
    const variable = variableOf(name);
    return { name, variable, ...v.safeParse(schema, environment[variable]) };
  });
  const wrong = parsed.filter(({ success }) => !success).map(({ variable }) => variable);
  if (wrong.length > 0)
    throw new EnvironmentError(`Missing or malformed environment variables: ${wrong.join(', ')}`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the settings
  return Object.fromEntries(parsed.map(({ name, output }) => [name, output])) as {
    readonly [Name in keyof S]: v.InferOutput<S[Name]>;
  };
}
