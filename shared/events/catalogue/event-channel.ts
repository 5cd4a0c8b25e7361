import { isChannel, type MessagingChannel } from '#shared/platform/core/channels.ts';
import type { CatalogueEvent } from './catalogue-event.ts';

/** What is known of where an event happened: the producer's word for it, and its data. */
export type EventOrigin = {
  readonly channel?: string | undefined;
  readonly data: unknown;
};

/**
 * The channel an event happened on (R21): the one named with it, else the one its data, its message or its
 * contact names. Undefined for none, for a platform outside the catalogue, and for an event that has no
 * channel of its own; such an event reaches only subscriptions to `all`.
 */
export function channelOf(
  event: CatalogueEvent,
  { channel, data }: EventOrigin,
): MessagingChannel | undefined {
  if (isOnlyForAll(event)) return undefined;

  // `all` names no channel, so the data may still tell.
  const named = channel === 'all' ? undefined : channel;
  const found =
    named ||
    memberOf(data, 'channel') ||
    memberOf(memberOf(data, 'message'), 'platform') ||
    memberOf(memberOf(data, 'contact'), 'platform');
  return isChannel(found) && found !== 'all' ? found : undefined;
}

function isOnlyForAll({ channels, unsupportedChannels }: CatalogueEvent): boolean {
  return channels.length === 1 && unsupportedChannels.length === 0;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
