import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import type { Channel } from '#shared/events/catalogue/channels.ts';
import type { DirectoryEntry } from '#shared/events/subscriptions/directory-entry.ts';
import { parseFilter } from '#shared/events/subscriptions/event-filter.ts';
import { createFilterMatcher, type FilterMatcher } from '#shared/events/subscriptions/match-filter.ts';
import { storedFilter } from '#shared/events/subscriptions/subscription-filters.ts';
import { isSubscribed, matchingKeys } from '#shared/events/subscriptions/subscription-set.ts';
import type { Match } from './recorded-event.ts';

/** The parts of an event that matching compares. `data` is as stored: normalised and truncated. */
export type MatchedEvent = {
  readonly event: CatalogueEvent;
  readonly channel: Channel | undefined;
  readonly data: unknown;
};

/** The endpoints that an event is delivered to, and the ids of the endpoints whose filter excluded the event. */
export type Matching = { readonly matches: readonly Match[]; readonly filteredOut: readonly string[] };

/**
 * The endpoints that are enabled, subscribed, and whose filter the event matches now; at most one delivery per endpoint
 * (docs/specification/events.md#event-matching). Never throws.
 */
export function matchEndpoints(directory: readonly DirectoryEntry[], matched: MatchedEvent): Matching {
  const matchesFilter = createFilterMatcher(matched.event, matched.data);
  const matches: Match[] = [];
  const filteredOut: string[] = [];
  for (const entry of directory) {
    if (!entry.enabled || !isSubscribed(entry.subscriptions, matched.event, matched.channel)) continue;
    const { endpointId, settingsVersion, shards } = entry;
    if (passesFilters(entry, matched, matchesFilter)) matches.push({ endpointId, settingsVersion, shards });
    else filteredOut.push(endpointId);
  }
  return { matches, filteredOut };
}

/** Whether one of the subscriptions to the event has no filter, or a filter that the event matches. */
export function passesFilters(
  { subscriptions, filters }: Pick<DirectoryEntry, 'subscriptions' | 'filters'>,
  { event, channel }: Pick<MatchedEvent, 'event' | 'channel'>,
  matchesFilter: FilterMatcher,
): boolean {
  if (filters === undefined) return true;
  return matchingKeys(subscriptions, event, channel).some((key) => {
    const text = storedFilter(filters, key);
    // No event matches a damaged text: an endpoint must not receive an event that its filter would exclude.
    return text === undefined || matchesFilter(parseFilter(text));
  });
}
