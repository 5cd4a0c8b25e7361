import type { CatalogueEvent } from './catalogue-event.ts';
import { isChannel, type MessagingChannel } from './channels.ts';

/** What decides the channel of an event: the `channel` of the request, and the data. */
export type EventOrigin = {
  readonly channel?: string | undefined;
  readonly data: unknown;
};

/**
 * The channel of an event (docs/specification/events.md#channel-of-an-event): the `channel` of the request, else that of the data,
 * the message or the contact. Undefined if there is none, for a platform outside the catalogue, and for an event without a
 * channel; such an event matches only subscriptions to `all`.
 */
export function eventChannel(
  event: CatalogueEvent,
  { channel, data }: EventOrigin,
): MessagingChannel | undefined {
  if (isOnlyForAll(event)) return undefined;

  const { value } = channelSource({ channel, data });
  return isChannel(value) && value !== 'all' ? value : undefined;
}

/** The value that decides the channel of an event, with the pointer to it in the body of an ingest request. */
export function channelSource({ channel, data }: EventOrigin): { value: unknown; pointer: string } {
  // `all` is not a specific channel, so the data may still contain one.
  const candidates = [
    { value: channel === 'all' ? undefined : channel, pointer: '#/channel' },
    { value: getMember(data, 'channel'), pointer: '#/data/channel' },
    { value: getMember(getMember(data, 'message'), 'platform'), pointer: '#/data/message/platform' },
    { value: getMember(getMember(data, 'contact'), 'platform'), pointer: '#/data/contact/platform' },
  ];
  return candidates.find(({ value }) => Boolean(value)) ?? { value: undefined, pointer: '#/channel' };
}

/** Whether an event happens on no channel, so that only subscriptions to `all` match it. */
export function isOnlyForAll({ channels, unsupportedChannels }: CatalogueEvent): boolean {
  return channels.length === 1 && unsupportedChannels.length === 0;
}

function getMember(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
