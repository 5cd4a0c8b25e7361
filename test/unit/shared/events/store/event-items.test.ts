import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { itemSize } from '#bench/cost/item-size.ts';
import { findEvent } from '#shared/events/catalogue/event-catalogue.ts';
import { buildEvent } from '#shared/events/recording/build-event.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { CORE_TABLE } from '#shared/platform/store/table-definition.ts';
import { aContext, AN_ACTOR, anEventAbout, NOW } from '#test/support/builders/platform/builders.ts';

describe('toEventItem', () => {
  it('adds an event about a contact to no index, because each entry would cost a write unit', () => {
    const item = toEventItem(anEventAbout(randomUUID()), aContext().change);
    const indexed = CORE_TABLE.indexes.flatMap(({ partitionKey, sortKey }) => [partitionKey, sortKey]);

    expect(Object.keys(item).filter((name) => indexed.some((each) => each === name))).toEqual([]);
  });

  it.each([
    [1, 1],
    [5, 2],
    [25, 2],
  ])('takes of an order that matches %i endpoints as many write units as it must: %i', (endpoints, units) => {
    expect(Math.ceil(itemSize(anOrderItem(endpoints)) / 1024)).toBe(units);
  });

  it('adds at most 490 bytes to the body of an event, and 40 for each endpoint that matches', () => {
    const overhead = (endpoints: number) => {
      const item = anOrderItem(endpoints);
      return itemSize(item) - itemSize({ body: item['body'] ?? { S: '' } }) + 'body'.length;
    };

    expect(overhead(0)).toBeLessThanOrEqual(490);
    // The shard in the key has one digit or two.
    expect(Math.round((overhead(25) - overhead(0)) / 25)).toBe(40);
    expect(overhead(2) - overhead(1)).toBeLessThanOrEqual(43);
  });
});

/** The item of an event about an order, as it is stored. */
function anOrderItem(endpoints: number) {
  const event = findEvent('salesbot.store.order_paid');
  if (!event) throw new Error('The catalogue has lost an event');
  const order = { id: randomUUID(), number: '1001', total: '59.90', currency: 'EUR' };
  const data = { contact: { id: randomUUID(), name: 'Ada Lovelace' }, order };
  const ids = { id: newId(NOW), correlationId: newId(NOW) };
  const recorded = buildEvent(
    { event, workspaceId: randomUUID(), occurredAt: NOW, data },
    { ...ids, now: NOW, directory: [] },
  );
  const matches = Array.from({ length: endpoints }, () => ({
    endpointId: newId(NOW),
    settingsVersion: 12,
    shards: 1,
  }));
  const change = {
    ...aContext().change,
    actor: AN_ACTOR,
    operation: 'ingest-event',
    requestId: newId(NOW),
  };
  return marshall(toEventItem({ ...recorded, matches }, change), { removeUndefinedValues: true });
}
