import * as v from 'valibot';
import { MalformedItemError } from '#shared/platform/core/errors.ts';

/** Instants are stored as epoch milliseconds; `ttl` alone is in seconds, as DynamoDB demands. */
export const instant = v.pipe(
  v.number(),
  v.transform((ms) => new Date(ms)),
);

/** An attribute that is left out of the item when it has no value. */
export function maybe<const S extends v.GenericSchema>(schema: S) {
  return v.nullish(schema, null);
}

/** Parses a stored item by its schema. @throws MalformedItemError naming the key, never the content */
export function parseItem<const S extends v.GenericSchema>(
  schema: S,
  item: Record<string, unknown>,
): v.InferOutput<S> {
  const parsed = v.safeParse(schema, item);
  if (parsed.success) return parsed.output;
  const paths = parsed.issues.map((issue) => v.getDotPath(issue) ?? '').join(', ');
  throw new MalformedItemError(`${String(item['pk'])}/${String(item['sk'])} (${paths})`);
}

/** Seconds since the epoch, for the `ttl` attribute. */
export function ttlOf(at: Date): number {
  return Math.ceil(at.getTime() / 1000);
}
