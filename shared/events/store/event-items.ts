import * as v from 'valibot';
import { CHANNELS, PRODUCTS } from '#shared/events/catalogue/channels.ts';
import { type EventContact, findContact } from '#shared/events/recording/event-contact.ts';
import { EVENT_TTL_MS, type Match, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { type BodyContext, packBody, unpackBody } from '#shared/events/store/packed-body.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { DISPATCH_FILTER } from '#shared/platform/core/stream-filters.ts';
import {
  encodedBy,
  instant,
  itemCodec,
  maybe,
  parseItem,
  ttlOf,
} from '#shared/platform/store/item-schema.ts';
import { FAN_OUT_ATTRIBUTE } from '#shared/platform/store/table-definition.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { type Write, putItem } from '#shared/platform/store/write.ts';
import { eventKey } from './keys.ts';
import { decodeEndpointIds, decodeMatches, encodeEndpointIds, encodeMatches } from './match-bytes.ts';

/** A match of an event that an earlier version stored. */
const MATCH = /^([0-9a-f-]{36}) (\d+)(?: (\d+))?$/u;

const matchesOfBytes = v.rawTransform<Uint8Array<ArrayBuffer>, Match[]>(({ dataset, addIssue, NEVER }) => {
  const matches = decodeMatches(dataset.value);
  if (matches) return matches;
  addIssue();
  return NEVER;
});

/**
 * Body and matches are bytes. An empty string is the body of a redacted event. Events of earlier versions have a body of text and a list
 * of matches.
 */
const eventItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    event: v.string(),
    product: v.picklist(PRODUCTS),
    channel: maybe(v.picklist(CHANNELS)),
    test: v.boolean(),
    body: v.union([v.instance(Uint8Array), v.string()]),
    matches: encodedBy(
      v.union([
        v.pipe(v.instance(Uint8Array), matchesOfBytes),
        v.array(v.pipe(v.string(), v.regex(MATCH), v.transform(matchOf))),
      ]),
      encodeMatches,
    ),
    filteredOut: encodedBy(
      v.pipe(
        v.nullish(v.instance(Uint8Array), null),
        v.transform((bytes) => decodeEndpointIds(bytes)),
      ),
      encodeEndpointIds,
    ),
    recordedAt: instant,
    correlationId: v.string(),
  }),
);

const sortKey = v.object({ sk: v.string() });

/**
 * The item of a new event, in the partition of its minute and shard. An event has no `lastChange`: nothing updates it, and its
 * `correlationId` is the request.
 */
export function toEventItem(event: RecordedEvent) {
  return {
    ...eventKey(event.id),
    [DISPATCH_FILTER.kindAttribute]: 'event',
    // Absent without matches, so that the sweep, which looks for lost deliveries, does not read the event.
    [FAN_OUT_ATTRIBUTE]: event.matches.length || undefined,
    ...eventItem.encode({ ...event, body: packBody(event.body, event) }),
    ttl: ttlOf(new Date(event.recordedAt.getTime() + EVENT_TTL_MS)),
  };
}

/** The write that records an event, for the transaction of the change that caused the event. */
export function eventWrite(event: RecordedEvent): Write {
  return putItem(toEventItem(event));
}

/** The event of a stored item, or of a new image of the stream. @throws MalformedItemError */
export function fromEventItem(item: Item): RecordedEvent {
  // The sort key is the event id, which is not repeated in an attribute.
  const event = { ...eventItem.decode(item), id: parseItem(sortKey, item).sk };
  return { ...event, body: bodyOf(item, event) };
}

const fanOutItem = v.object({
  ...v.pick(eventItem.schema, ['matches', 'recordedAt']).entries,
  ...sortKey.entries,
});

/** The attributes that `fromFanOutItem` needs, besides the partition for its error. */
export const FAN_OUT_ATTRIBUTES = ['pk', 'sk', 'matches', 'recordedAt'] as const;

/** Which deliveries an event requires, without its body and the rest. @throws MalformedItemError */
export function fromFanOutItem(item: Item): Pick<RecordedEvent, 'id' | 'recordedAt' | 'matches'> {
  const { sk: id, recordedAt, matches } = parseItem(fanOutItem, item);
  return { id, recordedAt, matches };
}

const bodyItem = v.object({
  ...v.pick(eventItem.schema, ['workspaceId', 'event', 'test', 'body', 'recordedAt']).entries,
  product: v.string(),
  ...sortKey.entries,
});

/** The body of an item that can be malformed elsewhere; undefined if the body cannot be read. */
export function readBody(item: Item): string | undefined {
  const parsed = v.safeParse(bodyItem, item);
  if (!parsed.success) return undefined;
  const { sk: id, ...event } = parsed.output;
  try {
    return bodyOf(item, { ...event, id });
  } catch (error) {
    if (error instanceof MalformedItemError) return undefined;
    throw error;
  }
}

/** The contact of an item that can be malformed elsewhere; undefined if its body cannot be read, so that the contact is unknown. */
export function readContact(item: Item): EventContact | undefined {
  const body = readBody(item);
  return body === undefined ? undefined : findContact(body);
}

type StoredBody = BodyContext & { readonly body: Uint8Array | string };

function bodyOf({ pk, sk }: Item, { body, ...event }: StoredBody): string {
  if (typeof body === 'string') return body;
  try {
    return unpackBody(body, event);
  } catch (error) {
    // The cause describes the bytes and never quotes them.
    throw new MalformedItemError(`${String(pk)}/${String(sk)} (body)`, { cause: error });
  }
}

function matchOf(text: string): Match {
  const [, endpointId = '', settingsVersion, shards = 1] = MATCH.exec(text) ?? [];
  return { endpointId, settingsVersion: Number(settingsVersion), shards: Number(shards) };
}
