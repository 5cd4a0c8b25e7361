import type { CatalogueEvent } from '#shared/events/catalogue/catalogue-event.ts';
import { type Channel, CHANNELS, type Product } from '#shared/events/catalogue/channels.ts';
import { EVENT_CODES, type EventName, isEventName, productOf } from '#shared/events/catalogue/event-codes.ts';
import type { Subscription } from './subscription.ts';

// The endpoint directory stores up to 25 lists in one item and is read for every event, so a list is a short string:
// for each event, in the order of the codes, its two-character code and one base64url character for the six bits of its
// channels (bit 0 is `all`). "c1Bm2S" means: contact.created on all, message.sent on two channels.
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const WELL_FORMED = /^(?:[\da-z]{2}[\w-])*$/;
const TRIPLE = 3;

const NAMES_BY_CODE: ReadonlyMap<string, EventName> = new Map(
  Object.keys(EVENT_CODES)
    .filter(isEventName)
    .map((name) => [EVENT_CODES[name], name]),
);

/** Encodes a list as a short string. Equal sets have equal strings, whatever their order and duplicates. */
export function encodeSubscriptions(list: readonly Subscription[]): string {
  const masks = new Map<string, number>();
  for (const { event, channel } of list) {
    const code = codeOf(event);
    if (code !== undefined) masks.set(code, (masks.get(code) ?? 0) | channelBit(channel));
  }
  return [...masks.keys()]
    .toSorted()
    .map((code) => code + BASE64URL.charAt(masks.get(code) ?? 0))
    .join('');
}

/** The code of one subscription, under which its filter is stored; undefined for an event that the catalogue does not have. */
export function subscriptionKey({
  event,
  channel,
}: Pick<Subscription, 'event' | 'channel'>): string | undefined {
  const code = codeOf(event);
  return code === undefined ? undefined : code + BASE64URL.charAt(channelBit(channel));
}

/** The keys of the subscriptions in an encoded set that include the event: the one to `all`, and the one to its channel. */
export function matchingKeys(
  text: string,
  { code }: Pick<CatalogueEvent, 'code'>,
  channel: Channel | undefined,
): string[] {
  const own = [channelBit('all'), channel === undefined ? 0 : channelBit(channel)];
  for (let at = 0; at < text.length; at += TRIPLE) {
    if (!text.startsWith(code, at)) continue;
    const mask = maskAt(text, at);
    return own.filter((bit) => (mask & bit) !== 0).map((bit) => code + BASE64URL.charAt(bit));
  }
  return [];
}

/** Encodes a list in its order, without duplicates: three characters per subscription, also for two channels of one event. */
export function encodeSubscriptionList(list: readonly Subscription[]): string {
  const known = list.flatMap((subscription) => subscriptionKey(subscription) ?? []);
  return [...new Set(known)].join('');
}

/**
 * Decodes a set, ordered by code and then by channel, or a list in its order. An unknown code is skipped, so that during a deployment an event of
 * a newer version does no harm. @throws MalformedSubscriptionSetError if the string is damaged
 */
export function decodeSubscriptions(text: string): Subscription[] {
  if (!WELL_FORMED.test(text)) throw new MalformedSubscriptionSetError();

  const subscriptions: Subscription[] = [];
  for (let at = 0; at < text.length; at += TRIPLE) {
    const event = NAMES_BY_CODE.get(text.slice(at, at + 2));
    if (event === undefined) continue;
    const mask = maskAt(text, at);
    const channels = CHANNELS.filter((channel) => (mask & channelBit(channel)) !== 0);
    subscriptions.push(...channels.map((channel) => ({ event, channel })));
  }
  return subscriptions;
}

/** Whether the encoded set includes the event: `all` includes every event, a channel only the events on that channel. */
export function isSubscribed(
  text: string,
  event: Pick<CatalogueEvent, 'code'>,
  channel: Channel | undefined,
): boolean {
  const bits = channelBit('all') | (channel === undefined ? 0 : channelBit(channel));
  for (let at = 0; at < text.length; at += TRIPLE) {
    if (text.startsWith(event.code, at)) return (maskAt(text, at) & bits) !== 0;
  }
  return false;
}

/** The products of a list, without duplicates. */
export function subscribedProducts(list: readonly Subscription[]): Product[] {
  const products = new Set(list.flatMap(({ event }) => (isEventName(event) ? productOf(event) : [])));
  return [...products].toSorted();
}

/** Stored lists and tests may contain other strings than the names that the type allows. */
function codeOf(event: string): string | undefined {
  return isEventName(event) ? EVENT_CODES[event] : undefined;
}

function maskAt(text: string, at: number): number {
  return BASE64URL.indexOf(text.charAt(at + 2));
}

function channelBit(channel: Channel): number {
  return 1 << CHANNELS.indexOf(channel);
}

/** A stored subscription set does not consist of code-and-mask triples: the item is damaged. */
export class MalformedSubscriptionSetError extends Error {
  override readonly name = 'MalformedSubscriptionSetError';
  readonly code = 'malformed_subscription_set';

  constructor(options?: ErrorOptions) {
    super('A stored subscription set cannot be read', options);
  }
}
