import * as v from 'valibot';
import { EVENT_TTL_MS, type Match, type RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import type { Change } from '#shared/platform/core/change.ts';
import { CHANNELS, PRODUCTS } from '#shared/platform/core/channels.ts';
import {
  encodedBy,
  instant,
  itemCodec,
  maybe,
  parseItem,
  ttlOf,
} from '#shared/platform/store/item-schema.ts';
import { eventKey } from '#shared/platform/store/keys.ts';
import { DISPATCH_FILTER } from '#shared/platform/store/table-definition.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { toLastChange, type Write, putItem } from '#shared/platform/store/write.ts';

/**
 * A match as one string: an object takes twice the bytes, and 25 of them cost one more write unit. The number of shards is omitted if it
 * is one.
 */
const MATCH = /^([0-9a-f-]{36}) (\d+)(?: (\d+))?$/u;

const eventItem = itemCodec(
  v.object({
    workspaceId: v.string(),
    event: v.string(),
    product: v.picklist(PRODUCTS),
    channel: maybe(v.picklist(CHANNELS)),
    test: v.boolean(),
    body: v.string(),
    matches: v.array(
      encodedBy(
        v.pipe(v.string(), v.regex(MATCH), v.transform(matchOf)),
        ({ endpointId, settingsVersion, shards }) =>
          `${endpointId} ${settingsVersion}${shards === 1 ? '' : ` ${shards}`}`,
      ),
    ),
    recordedAt: instant,
    correlationId: v.string(),
  }),
);

const sortKey = v.object({ sk: v.string() });

/** The item of a new event, in the partition of its minute and shard. */
export function toEventItem(event: RecordedEvent, change: Change) {
  return {
    ...eventKey(event.id),
    [DISPATCH_FILTER.kindAttribute]: 'event',
    // Absent without matches, so that the filter of the stream mapping does not invoke the dispatcher.
    [DISPATCH_FILTER.fanOutAttribute]: event.matches.length || undefined,
    ...eventItem.encode(event),
    ttl: ttlOf(new Date(event.recordedAt.getTime() + EVENT_TTL_MS)),
    lastChange: toLastChange(change),
  };
}

/** The write that records an event, for the transaction of the change that caused the event. */
export function eventWrite(event: RecordedEvent, change: Change): Write {
  return putItem(toEventItem(event, change));
}

/** The event of a stored item, or of a new image of the stream. @throws MalformedItemError */
export function fromEventItem(item: Item): RecordedEvent {
  // The sort key is the event id, which is not repeated in an attribute.
  return { ...eventItem.decode(item), id: parseItem(sortKey, item).sk };
}

function matchOf(text: string): Match {
  const [, endpointId = '', settingsVersion, shards = 1] = MATCH.exec(text) ?? [];
  return { endpointId, settingsVersion: Number(settingsVersion), shards: Number(shards) };
}
