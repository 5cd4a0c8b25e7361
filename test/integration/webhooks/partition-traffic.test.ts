import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { itemSize } from '#bench/cost/item-size.ts';
import { EVENT_CATALOGUE } from '#shared/events/catalogue/event-catalogue.ts';
import {
  createDynamoEndpointDirectory,
  toDirectoryEntry,
} from '#shared/events/store/dynamo-endpoint-directory.ts';
import { createDynamoEventStore } from '#shared/events/store/dynamo-event-store.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { createTable } from '#shared/platform/store/table.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import { MAX_SHARDS } from '#shared/webhooks/domain/delivery-shards.ts';
import { ENDPOINT_LIMIT } from '#shared/webhooks/domain/endpoint.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';

const EVENTS = 4000;

/** What one partition of DynamoDB serves in a second. */
const PARTITION = { read: 3000, write: 1000 };

/** A response of 700 bytes and an error, so that the record of the attempt has almost 2 KB and two write units. */
const ATTEMPT = anAttempt({ responseText: 'x'.repeat(512), error: 'y'.repeat(300) });

type Units = Map<string, number>;
type Input = { readonly Key?: Record<string, never>; readonly Item?: Record<string, never> };

/** A client that stores nothing and counts the units of each partition. Every read of one item returns `item`. */
function countingClient(item: Record<string, unknown>, read: Units, written: Units): DynamoDBClient {
  const add = (units: Units, stored: Input['Item'], bytes: number, size: number) => {
    const pk = String(unmarshall(stored ?? {})['pk']);
    units.set(pk, (units.get(pk) ?? 0) + Math.ceil(bytes / size));
  };
  const stored = marshall(item, { removeUndefinedValues: true });
  const send = async ({ input }: { readonly input: Input }) => {
    if (input.Item) add(written, input.Item, itemSize(input.Item), 1024);
    else add(read, input.Key, itemSize(stored), 4096);
    return { Item: stored };
  };
  return { send } as unknown as DynamoDBClient;
}

/** The units of the busiest partition, and of all together. */
function busiest(units: Units) {
  const each = [...units.values()];
  return { most: Math.max(...each), all: each.reduce((sum, one) => sum + one, 0), partitions: each.length };
}

/** Records `EVENTS` events of one workspace for its busiest endpoint, with the first attempt of each. */
async function run() {
  const [read, written, attempts]: [Units, Units, Units] = [new Map(), new Map(), new Map()];
  const subscriptions = EVENT_CATALOGUE.map(({ name }) => ({ event: name, channel: 'all' as const }));
  const entry = toDirectoryEntry({ enabled: true, settingsVersion: 1, subscriptions });
  const ids = Array.from({ length: ENDPOINT_LIMIT }, () => newId(NOW));
  const directory = { endpoints: Object.fromEntries(ids.map((id) => [id, entry])), shards: {} };
  const core = createTable(countingClient(directory, read, written), 'core');
  const deliveries = createTable(countingClient({}, new Map(), attempts), 'deliveries');
  const { id: endpointId, workspaceId } = anEndpoint();
  const events = createDynamoEventStore(core);
  for (let made = 0; made < EVENTS; made += 1) {
    await createDynamoEndpointDirectory(core).readDirectory(workspaceId);
    const matches = [{ endpointId, settingsVersion: 1, shards: MAX_SHARDS }];
    const event = anEvent({ workspaceId, matches, body: '{}' });
    await events.record(
      event,
      aContext({ change: { ...aContext().change, actor: { kind: 'system' } } }),
      undefined,
    );
    for (const job of planDeliveries(event, deliveryIdFor))
      await createDynamoDeliveryStore(deliveries).recordAttempt(
        toDelivery(job),
        ATTEMPT,
        { state: 'succeeded', reason: null, nextAttemptAt: null, finishedAt: NOW },
        true,
      );
  }
  return { read: busiest(read), written: busiest(written), attempts: busiest(attempts) };
}

describe('4,000 events of one workspace to one endpoint with 16 shards, in one minute', () => {
  it('load no partition so much that 10,000 events or 5,000 first attempts a second exceed its limit', async () => {
    const { read, written, attempts } = await run();

    expect([read.partitions, written.partitions, attempts.partitions]).toEqual([8, 16, 16]);
    // Each event reads the largest directory, and each attempt has the largest record.
    expect([read.all, attempts.all]).toEqual([2 * EVENTS, 2 * EVENTS]);
    expect((EVENTS * PARTITION.read) / read.most).toBeGreaterThan(10_000);
    expect((EVENTS * PARTITION.write) / written.most).toBeGreaterThan(10_000);
    expect((EVENTS * PARTITION.write) / attempts.most).toBeGreaterThan(5000);
  }, 60_000);
});
