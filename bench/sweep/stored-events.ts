import { randomUUID } from 'node:crypto';
import { itemSize } from '#bench/cost/item-size.ts';
import { toWireJson } from '#packages/lean-aws-client/wire-json.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { marshall } from '#shared/platform/store/attribute-values.ts';

/** DynamoDB ends a page after this many bytes of items, before a projection. */
const PAGE_BYTES = 1_000_000;

type Attributes = ReturnType<typeof marshall>;

/** The items of a page of events in the partition of a minute and shard: samples of the catalogue, in turn. */
export function pageOfEvents(minute: number, shard: number, endpoints: number): readonly Attributes[] {
  const catalogue = EVENT_CATALOGUE.filter(({ sampleData }) => Object.keys(sampleData).length > 0);
  const endpointIds = Array.from({ length: endpoints }, () => newId(new Date(minute)));
  const items: Attributes[] = [];
  for (let bytes = 0; ;) {
    const known = catalogue[items.length % catalogue.length];
    if (known === undefined) throw new Error('The catalogue has no samples');
    const now = new Date(minute + (items.length % 60_000));
    const event = buildEvent(
      { event: known, workspaceId: randomUUID(), occurredAt: now, data: known.sampleData },
      { id: idIn(now, shard), now, directory: [], correlationId: randomUUID() },
    );
    const matches = endpointIds.map((endpointId) => ({ endpointId, settingsVersion: 1, shards: 16 }));
    const item = marshall(toEventItem({ ...event, matches }), { removeUndefinedValues: true });
    bytes += itemSize(item);
    if (bytes > PAGE_BYTES) return items;
    items.push(item);
  }
}

/** The items of a page, or of its beginning, as a response has them. */
export function itemsText(items: readonly Attributes[], attributes: readonly string[] | undefined): string[] {
  return items.map((item) =>
    toWireJson(
      attributes === undefined
        ? item
        : Object.fromEntries(Object.entries(item).filter(([name]) => attributes.includes(name))),
    ),
  );
}

/** An id whose last digit names the shard. */
function idIn(at: Date, shard: number): string {
  return newId(at).slice(0, -1) + shard.toString(16);
}
