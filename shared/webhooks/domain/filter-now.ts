import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { passesFilters } from '#shared/events/recording/match-endpoints.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { storedPayload } from '#shared/events/recording/stored-payload.ts';
import { createFilterMatcher } from '#shared/events/subscriptions/match-filter.ts';
import { encodeFilters } from '#shared/events/subscriptions/subscription-filters.ts';
import { encodeSubscriptions } from '#shared/events/subscriptions/subscription-set.ts';
import type { Subscription } from '#shared/events/subscriptions/subscription.ts';

/** Whether recorded events match subscriptions now; undefined if a filter needs a payload that has expired or was erased. */
export type FilterNow = (event: RecordedEvent, now: Date) => boolean | undefined;

export function hasFilters(subscriptions: readonly Subscription[]): boolean {
  return subscriptions.some(({ filter }) => filter !== undefined);
}

/** Compares recorded events with the current filters. `matchEndpoints` compared them with the filters at the time of recording. */
export function createFilterNow(subscriptions: readonly Subscription[]): FilterNow {
  // Without a filter, no payload is parsed.
  if (!hasFilters(subscriptions)) return () => true;
  const rules = { subscriptions: encodeSubscriptions(subscriptions), filters: encodeFilters(subscriptions) };
  return (recorded, now) => {
    const event = findEvent(recorded.event);
    const payload = storedPayload(recorded, now);
    if (!event || !payload) return undefined;
    const channel = recorded.channel ?? undefined;
    return passesFilters(rules, { event, channel }, createFilterMatcher(event, payload['data']));
  };
}
