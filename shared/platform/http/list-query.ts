import * as v from 'valibot';
import { type CursorScope, encodeCursor } from './cursor.ts';
import { described } from './described.ts';

const DEFAULT_LIMIT = 25;
const LARGEST_LIMIT = 100;

/** Query parameters of every list (decisions 3): `limit` 1–100 and the cursor of the page before. */
export const pageParameters = {
  limit: v.optional(
    v.pipe(
      v.string(),
      v.digits(`invalid_type: Use a whole number from 1 to ${LARGEST_LIMIT}.`),
      v.transform(Number),
      v.minValue(1, `out_of_range: Use a whole number from 1 to ${LARGEST_LIMIT}.`),
      v.maxValue(LARGEST_LIMIT, `out_of_range: Use a whole number from 1 to ${LARGEST_LIMIT}.`),
      v.metadata({
        jsonSchema: {
          type: 'integer',
          minimum: 1,
          maximum: LARGEST_LIMIT,
          description: 'At most this many items',
        },
      }),
    ),
    String(DEFAULT_LIMIT),
  ),
  cursor: v.optional(
    described(v.string(), '`next_cursor` of the page before, with the same other parameters'),
  ),
};

/** Which end of a list comes first. */
export const orderParameter = v.optional(
  described(v.picklist(['asc', 'desc']), '`asc` begins with the oldest'),
  'desc',
);

/** The body of every list. */
export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({
    data: described(v.array(item), 'What is on this page'),
    next_cursor: described(
      v.nullable(v.string()),
      'What to send as `cursor` for the next page; null on the last one',
    ),
    has_more: described(v.boolean(), 'Whether there is a next page'),
  });
}

/** A page of at most `limit` items; `items` holds one more if there is a next page. */
export function toPage<T extends { readonly id: string | number }, V>(
  items: readonly T[],
  limit: number,
  scope: CursorScope,
  view: (item: T) => V,
) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = items.length > limit;
  return {
    data: shown.map(view),
    next_cursor: hasMore && last ? encodeCursor(String(last.id), scope) : null,
    has_more: hasMore,
  };
}

/** Links to a page carry parameters of others, which mean nothing here. */
export const anyQuery = v.record(v.string(), v.string());
