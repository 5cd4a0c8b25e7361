import { wrongUsage } from '#cli/command/command-error.ts';
import { items } from '#cli/command/parse.ts';
import { type EventName, requireEventNames } from './event-names.ts';
import { CHANNELS } from './follow-feed.ts';

export const EVENTS_OPTION = {
  type: 'list',
  summary: 'The events to subscribe to, separated by commas, each optionally with a channel; required',
  value: 'event[:channel]',
} as const;

export type Subscription = {
  event: EventName;
  channel?: 'all' | (typeof CHANNELS)[number];
  filter?: Readonly<Record<string, unknown>> | null;
};

/** A subscription as `--events` names it. An endpoint has at most one subscription of this name. */
export function nameOf({ event, channel }: { readonly event: string; readonly channel?: string }): string {
  return channel === undefined || channel === 'all' ? event : `${event}:${channel}`;
}

/** The subscriptions that `--events` names. @throws CommandError for an unknown event or channel */
export function subscriptionsOf(
  catalogue: readonly { readonly event: string }[],
  values: readonly string[],
): Subscription[] {
  const named = items(values).map((item) => item.split(':'));
  if (named.length === 0)
    throw wrongUsage('--events is missing, such as --events salesbot.store.order_paid.');
  const names = requireEventNames(
    catalogue,
    named.map(([event = '']) => event),
  );
  return names.map((event, index) => {
    const text = named[index]?.[1];
    const channel = CHANNELS.find((each) => each === text);
    if (text !== undefined && channel === undefined)
      throw wrongUsage(`"${text}" is not a channel. Channels are ${CHANNELS.join(', ')}.`);
    return channel === undefined ? { event } : { event, channel };
  });
}
