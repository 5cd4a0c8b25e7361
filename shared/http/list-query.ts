import * as v from 'valibot';
import { type CursorScope, encodeCursor } from './cursor.ts';

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
    ),
    String(DEFAULT_LIMIT),
  ),
  cursor: v.optional(v.string()),
};

/** The body of every list. */
export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({ data: v.array(item), next_cursor: v.nullable(v.string()), has_more: v.boolean() });
}

/** A page of at most `limit` items; `items` holds one more if there is a next page. */
export function toPage<T extends { readonly id: string }, V>(
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
    next_cursor: hasMore && last ? encodeCursor(last.id, scope) : null,
    has_more: hasMore,
  };
}
