import type { components } from '@workspace-platform/client/schema';
import { wrongUsage } from '#cli/command/command-error.ts';
import { items } from '#cli/command/parse.ts';
import { type readCatalogue, requireEventNames } from './event-names.ts';
import { type readFilters, requireSubscription, withFilters } from './filters.ts';
import { nameOf, type Subscription, subscriptionsOf } from './subscriptions.ts';

type Stored = components['schemas']['Endpoint']['subscriptions'];

export type SubscriptionChanges = {
  /** The values of `--events`, which replace the stored subscriptions. If the list is empty, the stored subscriptions stay. */
  readonly events: readonly string[];
  readonly filters: Awaited<ReturnType<typeof readFilters>>;
  /** The values of `--remove-filter`. */
  readonly removed: readonly string[];
};

/**
 * The complete list of subscriptions after changes. A subscription keeps its filter unless the filter is changed or removed, also if `--events`
 * contains the subscription.
 * @throws CommandError for an unknown event, a filter without a subscription, or a filter that is both changed and removed
 */
export function changedSubscriptions(
  stored: Stored,
  catalogue: Awaited<ReturnType<typeof readCatalogue>>,
  { events, filters, removed }: SubscriptionChanges,
): Subscription[] {
  const isNewList = events.length > 0;
  const missing = isNewList ? 'is not in --events' : 'is not a subscription of the endpoint';
  const names = items(removed);
  const both = filters.find(({ name }) => names.includes(name));
  if (both) throw wrongUsage(`${both.from} changes a filter that --remove-filter removes.`);
  const wanted: Subscription[] = isNewList
    ? subscriptionsOf(catalogue, events)
    : stored.flatMap(({ event, ...rest }) =>
        requireEventNames(catalogue, [event]).map((known) => ({ ...rest, event: known })),
      );
  const list = wanted.map((subscription) => {
    const name = nameOf(subscription);
    const kept = names.includes(name) ? undefined : stored.find((each) => nameOf(each) === name);
    return { ...subscription, filter: kept?.filter ?? null };
  });
  for (const name of names) requireSubscription(list, name, '--remove-filter', missing);
  return withFilters(list, filters, missing);
}

/** The settings whose change cancels pending deliveries (docs/specification/webhooks.md#edits-cancel-deliveries). */
type Settings = {
  readonly url: string;
  readonly subscriptions: readonly (Parameters<typeof nameOf>[0] & { readonly filter?: unknown })[];
};

/**
 * Whether the URL, the subscriptions or their filters differ. The order of subscriptions is irrelevant. Filters whose keys are in another order count as
 * different: the API returns all filters with sorted keys.
 */
export function hasOtherSettings(one: Settings, other: Settings): boolean {
  const [text, otherText] = [one, other].map(({ url, subscriptions }) =>
    [
      url,
      ...subscriptions.map((each) => JSON.stringify([nameOf(each), each.filter ?? null])).toSorted(),
    ].join('\n'),
  );
  return text !== otherText;
}
