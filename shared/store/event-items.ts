import * as v from 'valibot';
import type { Change } from '#shared/domain/change.ts';
import { CHANNELS, PRODUCTS } from '#shared/domain/catalogue/channels.ts';
import { EVENT_TTL_MS, type RecordedEvent } from '#shared/domain/events/recorded-event.ts';
import { toLastChange } from './command-items.ts';
import { instant, maybe, parseItem, ttlOf } from './item-schema.ts';
import { eventKey } from './keys.ts';
import { DISPATCH_FILTER } from './table-definition.ts';
import type { Item } from './table.ts';
import type { Write } from './write.ts';

const eventItem = v.object({
  id: v.string(),
  workspace_id: v.string(),
  event: v.string(),
  product: v.picklist(PRODUCTS),
  channel: maybe(v.picklist(CHANNELS)),
  test: v.boolean(),
  body: v.string(),
  matches: v.array(v.object({ endpoint_id: v.string(), settings_version: v.number() })),
  recorded_at: instant,
  correlation_id: v.string(),
});

export function toEventItem(event: RecordedEvent, change: Change) {
  return {
    ...eventKey(event.id),
    [DISPATCH_FILTER.kindAttribute]: 'event',
    // Absent without matches: the stream mapping's filter then never invokes for it.
    [DISPATCH_FILTER.fanOutAttribute]: event.matches.length || undefined,
    id: event.id,
    workspace_id: event.workspaceId,
    event: event.event,
    product: event.product,
    channel: event.channel ?? undefined,
    test: event.test,
    body: event.body,
    matches: event.matches.map((match) => ({
      endpoint_id: match.endpointId,
      settings_version: match.settingsVersion,
    })),
    recorded_at: event.recordedAt.getTime(),
    correlation_id: event.correlationId,
    ttl: ttlOf(new Date(event.recordedAt.getTime() + EVENT_TTL_MS)),
    last_change: toLastChange(change),
  };
}

/** The write that records an event: part of the transaction of whatever caused it (H2). */
export function eventWrite(table: string, event: RecordedEvent, change: Change): Write {
  return { kind: 'put', table, item: toEventItem(event, change) };
}

/** The event of a stored item, or of a new image of the stream. @throws MalformedItemError */
export function fromEventItem(item: Item): RecordedEvent {
  const { workspace_id, recorded_at, correlation_id, matches, ...rest } = parseItem(eventItem, item);
  return {
    ...rest,
    workspaceId: workspace_id,
    matches: matches.map((match) => ({
      endpointId: match.endpoint_id,
      settingsVersion: match.settings_version,
    })),
    recordedAt: recorded_at,
    correlationId: correlation_id,
  };
}
