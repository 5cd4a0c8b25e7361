import { beforeEach, describe, expect, it } from 'vitest';
import * as dispatchEvent from '#functions/webhooks/dispatch-event/index.ts';
import { createDynamoEndpointDirectory } from '#shared/events/store/dynamo-endpoint-directory.ts';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { createDynamoWorkspaceStore } from '#shared/platform/identity/store/dynamo-workspace-store.ts';
import { deliveryIdFor, newId } from '#shared/platform/runtime/ids.ts';
import { createDynamoRateCounter } from '#shared/platform/store/dynamo-rate-counter.ts';
import { DIRECTORY_COPIES } from '#shared/platform/store/keys.ts';
import { createDynamoWorkspaceEraser } from '#shared/privacy/store/dynamo-workspace-eraser.ts';
import { ATTEMPTS_PER_SHARD, shardOfDelivery } from '#shared/webhooks/domain/delivery-shards.ts';
import { createDynamoDeliveryStore } from '#shared/webhooks/store/dynamo-delivery-store.ts';
import { createDynamoEndpointShards } from '#shared/webhooks/store/dynamo-endpoint-shards.ts';
import { createDynamoEndpointStore } from '#shared/webhooks/store/dynamo-endpoint-store.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const SAMPLE = 200;

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

async function createEndpoint() {
  const endpoints = createDynamoEndpointStore(cloud.core);
  const { owned } = await createWorkspaceIn(createDynamoWorkspaceStore(cloud.core));
  const endpoint = anEndpoint(owned);
  await endpoints.create(endpoint, aContext());
  return { endpoint, endpoints };
}

/** The numbers of shards in the endpoint, its delivery target and each copy of the directory. */
async function numbersOf({ id, workspaceId }: { id: string; workspaceId: string }) {
  const endpoints = createDynamoEndpointStore(cloud.core);
  const copies = Array.from({ length: DIRECTORY_COPIES }, (_, copy) =>
    createDynamoEndpointDirectory(cloud.core, () => copy / DIRECTORY_COPIES).readDirectory(workspaceId),
  );
  const entries = (await Promise.all(copies)).map(
    (entry) => entry.find(({ endpointId }) => endpointId === id)?.shards,
  );
  const [endpoint, target] = [await endpoints.find(workspaceId, id), await endpoints.readTarget(id)];
  return new Set([endpoint?.shards, target?.shards, ...entries]);
}

describe('dispatch-event', () => {
  it('doubles the shards of an endpoint that receives more than 400 first attempts a second', async () => {
    const { endpoint } = await createEndpoint();
    const { id: endpointId, workspaceId } = endpoint;
    const now = cloud.clock().getTime();
    const counter = createDynamoRateCounter(cloud.core, 5000);
    await counter.add(`${endpointId}#attempts`, new Date(now - (now % 60_000)), ATTEMPTS_PER_SHARD);
    const matches = [{ endpointId, settingsVersion: 1, shards: 1 }];
    const records = Array.from({ length: SAMPLE }, (_, index) =>
      insertOf(toEventItem(anEvent({ workspaceId, matches })), String(index + 1)),
    );
    const dispatch = cloud.start('dispatch-event', dispatchEvent);

    expect(await dispatch({ Records: records })).toEqual({ batchItemFailures: [] });
    expect(await numbersOf(endpoint)).toEqual(new Set([2]));

    // The same batch again, and other events of the time before the growth.
    await dispatch({ Records: records });
    expect(await numbersOf(endpoint)).toEqual(new Set([2]));
  });
});

describe('racing growth and edits', () => {
  it('leave one number everywhere, never a smaller one', async () => {
    const { endpoint, endpoints } = await createEndpoint();
    const { id: endpointId, workspaceId } = endpoint;
    const shards = createDynamoEndpointShards(cloud.core);
    let largest = 1;
    for (let round = 0; round < 4; round += 1) {
      const before = (await endpoints.find(workspaceId, endpointId)) ?? expect.unreachable();
      const grow = () => shards.grow({ workspaceId, endpointId, shards: before.shards }, before.shards * 2);
      const edit = anEdit(before, { url: `https://hooks.example.com/${round}` }, secondsAfterNow(round + 1));
      await Promise.allSettled([grow(), endpoints.save(before, edit, aContext()), grow(), grow()]);
      await grow();

      const [number = 0, ...others] = await numbersOf(endpoint);
      expect(others).toEqual([]);
      expect(number).toBeGreaterThanOrEqual(largest);
      largest = number;
    }
    expect(largest).toBe(16);
  });
});

describe('the erasure of a workspace', () => {
  it('deletes the deliveries of all shards', async () => {
    const { endpoint } = await createEndpoint();
    const { id: endpointId, workspaceId } = endpoint;
    const deliveries = createDynamoDeliveryStore(cloud.deliveries);
    for (const shards of [1, 2, 4, 8, 16])
      for (let index = 0; index < 4; index += 1) {
        const eventId = newId(NOW);
        const id = deliveryIdFor({ id: eventId, recordedAt: NOW }, endpointId);
        const shard = shardOfDelivery(id, shards);
        const delivery = aDelivery({ id, endpointId, workspaceId, eventId, shard });
        await deliveries.recordAttempt(delivery, anAttempt(), aRetry(), true);
      }
    const eraser = createDynamoWorkspaceEraser(cloud.core, cloud.deliveries);
    expect((await eraser.erasePage(workspaceId, 'deliveries', null)).erased).toBe(20);

    const listed = await deliveries.list(deliveriesOf(endpointId, 16), { order: 'asc', limit: 100 });
    expect(listed).toEqual([]);
  });
});
