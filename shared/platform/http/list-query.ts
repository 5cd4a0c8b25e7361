import * as v from 'valibot';
import { issue } from '#shared/platform/core/issue.ts';
import { type CursorScope, encodeCursor } from './cursor.ts';
import { withDescription } from './with-description.ts';

const DEFAULT_LIMIT = '25';
const MAX_LIMIT = 100;

/** Query parameters of every list: `limit` from 1 to 100, and the cursor of the previous page. */
export const pageParameters = {
  limit: v.optional(wholeNumber(1, MAX_LIMIT, 'Maximum number of items in the response'), DEFAULT_LIMIT),
  cursor: v.optional(
    withDescription(
      // An empty cursor is 400 `cursor_invalid`, like every other one that is wrong.
      v.pipe(v.string(), v.metadata({ minLength: 1 })),
      'The `next_cursor` of the previous response, to get the next items. All other parameters must stay the ' +
        'same',
    ),
  ),
};

/**
 * A query parameter that is a whole number from `least` to `most`.
 * @__NO_SIDE_EFFECTS__
 */
export function wholeNumber(least: number, most: number, description: string) {
  const range = `Use a whole number from ${least} to ${most}.`;
  return v.pipe(
    v.string(),
    v.regex(/^-?[0-9]+$/u, issue('invalid_type', range)),
    v.transform(Number),
    v.minValue(least, issue('out_of_range', range)),
    v.maxValue(most, issue('out_of_range', range)),
    v.metadata({ jsonSchema: { type: 'integer', minimum: least, maximum: most, description } }),
  );
}

/** The sort order of a list. */
export const orderParameter = v.optional(
  withDescription(v.picklist(['asc', 'desc']), '`asc` returns the oldest items first, `desc` the newest'),
  'desc',
);

/** The response body of every list. */
export function pageOf<const S extends v.GenericSchema>(item: S) {
  return v.object({
    data: withDescription(v.array(item), 'The items'),
    next_cursor: withDescription(
      v.nullable(v.string()),
      'Send this value as `cursor` to get the next items; null if there are none',
    ),
    has_more: withDescription(v.boolean(), 'Whether there are more items'),
  });
}

/** A page of at most `limit` items; `items` contains one more if there is a next page. */
export function toPage<T extends { readonly id: string | number }, V>(
  items: readonly T[],
  limit: number,
  scope: CursorScope,
  view: (item: T) => V,
) {
  const shown = items.slice(0, limit);
  const last = shown.at(-1);
  return pageTo(shown.map(view), items.length > limit ? last?.id : undefined, scope);
}

/** A page of a list that was read up to the item with the id `readTo`, which is undefined if nothing follows. */
export function pageTo<V>(data: readonly V[], readTo: string | number | undefined, scope: CursorScope) {
  return {
    data,
    next_cursor: readTo === undefined ? null : encodeCursor(String(readTo), scope),
    has_more: readTo !== undefined,
  };
}

/** Any query parameters: third parties add some to links to a page, and they are ignored. */
export const anyQuery = v.record(v.string(), v.string());
