import { type EventFilter, filterText } from './event-filter.ts';
import { subscriptionKey } from './subscription-set.ts';
import type { Subscription } from './subscription.ts';

/** The filters of all endpoints of a workspace have at most this many bytes, because every command that records an event reads them. */
export const WORKSPACE_FILTER_BYTES = 16_384;

/** Filters as JSON texts, by `subscriptionKey`. */
export type StoredFilters = Readonly<Record<string, string>>;

/** The filters of a list; undefined if no subscription has one, so that nothing is stored. */
export function encodeFilters(list: readonly Subscription[]): StoredFilters | undefined {
  const filters = list.flatMap((subscription) => {
    const key = subscriptionKey(subscription);
    const { filter } = subscription;
    return filter === undefined || key === undefined ? [] : [[key, filterText(filter)] as const];
  });
  return filters.length === 0
    ? undefined
    : Object.fromEntries(filters.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Adds filters to their subscriptions. */
export function withFilters(
  list: readonly Subscription[],
  filters: Readonly<Record<string, EventFilter>>,
): readonly Subscription[] {
  return list.map((subscription) => {
    const filter = ownValue(filters, subscriptionKey(subscription));
    return filter === undefined ? subscription : { ...subscription, filter };
  });
}

/** The text of the filter under a key; undefined if the subscription receives every event. */
export function storedFilter(filters: StoredFilters, key: string): string | undefined {
  return ownValue(filters, key);
}

function ownValue<T>(values: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
  return key !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}

/** The bytes of stored filters, in UTF-8. */
export function filterBytes(filters: StoredFilters | undefined): number {
  const encoder = new TextEncoder();
  return Object.values(filters ?? {}).reduce((sum, text) => sum + encoder.encode(text).byteLength, 0);
}
