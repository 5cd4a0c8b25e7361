import {
  type CatalogueEvent,
  type Channel,
  CHANNELS,
  findEvent,
} from '#shared/events/catalogue/event-catalogue.ts';
import { isChannel } from '#shared/platform/core/channels.ts';
import type { Subscription } from './subscription.ts';

/** A subscription as asked for; without a channel it means `all` (G82). */
export type SubscriptionRequest = {
  readonly event: string;
  readonly channel?: string | undefined;
};

/** Why one item of the list is refused. Only words of the catalogue are repeated, never the caller's own. */
export type SubscriptionProblem = {
  readonly index: number;
  readonly member: 'event' | 'channel';
  readonly code: 'event_unknown' | 'channel_unknown' | 'channel_not_allowed' | 'channel_status_unsupported';
  readonly detail: string;
  readonly event?: string;
  readonly channel?: string;
};

/** An allowed subscription that will stay silent at times (G84). */
export type SubscriptionWarning = Subscription & {
  readonly code: 'channel_status_limited';
  readonly pointer: `#/subscriptions/${number}`;
  readonly detail: string;
};

/** Outcome of the check: refuse the request if there is any problem. */
export type CheckedSubscriptions = {
  readonly subscriptions: Subscription[];
  readonly problems: SubscriptionProblem[];
  readonly warnings: SubscriptionWarning[];
};

/** Checks a list against the catalogue (G82 to G84) and collapses exact duplicates, first one first (G85). */
export function checkSubscriptions(requests: readonly SubscriptionRequest[]): CheckedSubscriptions {
  const checked: CheckedSubscriptions = { subscriptions: [], problems: [], warnings: [] };
  const seen = new Set<string>();

  for (const [index, request] of requests.entries()) {
    const event = findEvent(request.event);
    const channel = request.channel ?? 'all';
    const problems = problemsOf(event, channel).map((problem) => ({ index, ...problem }));
    checked.problems.push(...problems);

    const key = `${request.event} ${channel}`;
    if (event === undefined || !isChannel(channel) || problems.length > 0 || seen.has(key)) continue;
    seen.add(key);
    checked.subscriptions.push({ event: event.name, channel });
    if (event.limitedChannels.includes(channel)) checked.warnings.push(warningOf(index, event, channel));
  }
  return checked;
}

function problemsOf(
  event: CatalogueEvent | undefined,
  channel: string,
): Omit<SubscriptionProblem, 'index'>[] {
  const unknown: Omit<SubscriptionProblem, 'index'>[] = [];
  if (event === undefined) {
    unknown.push({
      member: 'event',
      code: 'event_unknown',
      detail: 'The catalogue has no event with this name.',
    });
  }
  if (!isChannel(channel)) {
    const detail = `Use one of ${CHANNELS.join(', ')}.`;
    unknown.push({ member: 'channel', code: 'channel_unknown', detail, ...(event && { event: event.name }) });
  }
  if (event === undefined || !isChannel(channel) || event.channels.includes(channel)) return unknown;

  // The order matters: a channel that never reports a status is not among the event's channels either.
  const about = { member: 'channel', event: event.name, channel } as const;
  if (event.unsupportedChannels.includes(channel)) {
    const detail = `The channel ${channel} never reports ${event.name}.`;
    return [{ ...about, code: 'channel_status_unsupported', detail }];
  }
  const detail = `Use ${event.channels.join(', ')} for ${event.name}.`;
  return [{ ...about, code: 'channel_not_allowed', detail }];
}

function warningOf(index: number, event: CatalogueEvent, channel: Channel): SubscriptionWarning {
  return {
    code: 'channel_status_limited',
    pointer: `#/subscriptions/${index}`,
    event: event.name,
    channel,
    detail: `The channel ${channel} reports ${event.name} only for some messages.`,
  };
}
