import { isChannel } from '#shared/events/catalogue/channels.ts';
import {
  type CatalogueEvent,
  type Channel,
  CHANNELS,
  findEvent,
} from '#shared/events/catalogue/event-catalogue.ts';
import { checkFilter } from './check-filter.ts';
import { type EventFilter, type FilterCode, filterText } from './event-filter.ts';
import type { Subscription } from './subscription.ts';

/** A subscription as requested; without a channel, or with null, it means `all`. */
export type SubscriptionRequest = {
  readonly event: string;
  readonly channel?: string | null | undefined;
  readonly filter?: unknown;
};

/** Why a subscription is rejected. The detail repeats only names of the catalogue, never input of the caller. */
export type SubscriptionProblem = {
  readonly index: number;
  readonly member: 'event' | 'channel' | 'filter';
  /** The keys and indexes from the member to the wrong value, inside a filter. */
  readonly path?: readonly string[];
  readonly code:
    | 'event_unknown'
    | 'channel_unknown'
    | 'channel_not_allowed'
    | 'channel_status_unsupported'
    | 'subscription_repeated'
    | FilterCode;
  readonly detail: string;
  readonly event?: string;
  readonly channel?: string;
};

type Problem = Omit<SubscriptionProblem, 'index'>;

/** A warning about an accepted subscription: the channel reports the event only for some messages. */
export type SubscriptionWarning = Subscription & {
  readonly code: 'channel_status_limited';
  readonly pointer: `#/subscriptions/${number}`;
  readonly detail: string;
};

/** The result of the check. The request must be rejected if there is any problem. */
export type CheckedSubscriptions = {
  readonly subscriptions: Subscription[];
  readonly problems: SubscriptionProblem[];
  readonly warnings: SubscriptionWarning[];
};

/** Checks subscriptions and their filters against the catalogue and removes exact duplicates (docs/specification/webhooks.md#subscriptions). */
export function checkSubscriptions(requests: readonly SubscriptionRequest[]): CheckedSubscriptions {
  const checked: CheckedSubscriptions = { subscriptions: [], problems: [], warnings: [] };
  const seen = new Map<string, string>();

  for (const [index, request] of requests.entries()) {
    const event = findEvent(request.event);
    const channel = request.channel ?? 'all';
    const { filter, problems: wrong } = filterOf(event, request.filter);
    const problems = [...findProblems(event, channel), ...wrong].map((problem) => ({ index, ...problem }));
    checked.problems.push(...problems);
    if (event === undefined || !isChannel(channel) || problems.length > 0) continue;

    const key = `${event.name} ${channel}`;
    const text = filter === undefined ? '' : filterText(filter);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      if (earlier !== text) checked.problems.push({ index, ...repeated(event) });
      continue;
    }
    seen.set(key, text);
    checked.subscriptions.push({ event: event.name, channel, ...(filter === undefined ? {} : { filter }) });
    if (event.limitedChannels.includes(channel)) checked.warnings.push(toWarning(index, event, channel));
  }
  return checked;
}

/** The checked filter; without one for null, and for an unknown event, whose filter cannot be checked. */
function filterOf(
  event: CatalogueEvent | undefined,
  requested: unknown,
): { readonly filter?: EventFilter; readonly problems: readonly Problem[] } {
  if (event === undefined || requested === undefined || requested === null) return { problems: [] };
  const { filter, problems } = checkFilter(event, requested);
  const found = problems.map((problem) => ({ member: 'filter' as const, event: event.name, ...problem }));
  return { ...(filter === undefined ? {} : { filter }), problems: found };
}

function repeated(event: CatalogueEvent): Problem {
  return {
    member: 'filter',
    code: 'subscription_repeated',
    event: event.name,
    detail:
      'Another subscription has the same event and channel, but another filter. Combine both filters with $or in one subscription.',
  };
}

function findProblems(event: CatalogueEvent | undefined, channel: string): Problem[] {
  const unknown: Problem[] = [];
  if (event === undefined) {
    unknown.push({
      member: 'event',
      code: 'event_unknown',
      detail: 'No event has this name. The operation listAvailableEvents returns all names.',
    });
  }
  if (!isChannel(channel)) {
    const detail = `Use one of ${CHANNELS.join(', ')}.`;
    unknown.push({ member: 'channel', code: 'channel_unknown', detail, ...(event && { event: event.name }) });
  }
  if (event === undefined || !isChannel(channel) || event.channels.includes(channel)) return unknown;

  // The order matters: an unsupported channel is not an accepted channel either.
  const about = { member: 'channel', event: event.name, channel } as const;
  if (event.unsupportedChannels.includes(channel)) {
    const detail = `The channel "${channel}" never reports ${event.name}. Use another channel or "all".`;
    return [{ ...about, code: 'channel_status_unsupported', detail }];
  }
  const detail = `Use ${event.channels.map((name) => `"${name}"`).join(' or ')} for ${event.name}.`;
  return [{ ...about, code: 'channel_not_allowed', detail }];
}

function toWarning(index: number, event: CatalogueEvent, channel: Channel): SubscriptionWarning {
  return {
    code: 'channel_status_limited',
    pointer: `#/subscriptions/${index}`,
    event: event.name,
    channel,
    detail: `The channel "${channel}" reports ${event.name} only for some messages.`,
  };
}
