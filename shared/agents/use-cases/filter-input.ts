import * as v from 'valibot';
import { InputError } from '#shared/agents/ports/platform-api.ts';
import { anyObject } from '#shared/platform/core/json-object.ts';
import { text } from './inputs.ts';

/** The description of a filter for a model. The API checks the paths and values (docs/specification/webhooks.md#filters). */
const FILTER =
  'An object whose entries must all match. A key is the path of a field in `data` of the event, such as `order.total`, and its value has one or more ' +
  'operators: `$eq`, `$ne` (equal or not), `$in`, `$nin` (one of an array of values or none), `$gt`, `$gte`, `$lt`, `$lte` (numbers, decimal strings and ' +
  'timestamps), `$startsWith` (text), `$exists` (true or false). Instead of a path, `$and` and `$or` have an array of filters, and `$not` has one filter. A ' +
  'decimal string such as an amount is compared with a string, such as "100". An operator matches a list, such as `contact.tags`, if it matches one element; `$ne` and ' +
  '`$nin` match if no element is equal. Example: {"order.total": {"$gte": "100"}, "$or": [{"order.currency": {"$eq": "EUR"}}, {"contact.tags": {"$in": ["vip"]}}]}. ' +
  'The sample `body` in the result shows the fields of an event';

/** The keys of a filter that are not fields of events. A test compares them with the operators of the API. */
export const FILTER_WORDS: readonly string[] =
  '$eq $ne $in $nin $gt $gte $lt $lte $startsWith $exists $and $or $not'.split(' ');

/** The argument with the filters of some events. */
export const filtersField = v.pipe(
  v.array(
    v.strictObject({
      event: text('One of `events`'),
      filter: v.pipe(anyObject, v.description(FILTER)),
    }),
  ),
  v.maxLength(10),
  v.description('Filters, at most one for each event. An event without a filter always matches'),
);

/**
 * Subscriptions to events with their filters.
 * @throws InputError for a filter of another event, or two filters of one event
 */
export function filteredSubscriptions(
  events: readonly string[],
  filters: v.InferOutput<typeof filtersField>,
): { readonly event: string; readonly filter?: Readonly<Record<string, unknown>> }[] {
  const names = filters.map(({ event }) => event);
  if (names.some((name) => !events.includes(name)))
    throw new InputError('The event of a filter is not in `events`.');
  if (new Set(names).size < names.length)
    throw new InputError('Two filters have the same event. Combine both with `$or` in one filter.');
  return events.map((event) => {
    const found = filters.find((each) => each.event === event);
    return found ? { event, filter: found.filter } : { event };
  });
}
