import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deliveryKey } from '#shared/webhooks/store/keys.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { lostResponse, meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { emulatedStores } from '#test/support/fixtures/platform/platform-fixture.ts';
import { openBreaker } from '#test/support/fixtures/webhooks/unresponsive.ts';

const { emulator, fixture, faults } = emulatedStores();

const UNTIL = secondsAfterNow(840);

async function createDeferred(endpointId: string, count: number) {
  const deliveries = Array.from({ length: count }, (_, index) =>
    aDelivery({ endpointId, createdAt: secondsAfterNow(index) }),
  );
  for (const delivery of deliveries) await fixture.deferred.defer(delivery, 1, UNTIL, NOW);
  return deliveries;
}

async function anUnknownEndpoint() {
  const { owned } = await createWorkspaceIn(fixture.workspaces);
  const endpoint = anEndpoint(owned);
  await fixture.endpoints.create(endpoint, aContext());
  return endpoint;
}

/** DynamoDB returns a batch in no order. */
const backwards: Fault = {
  command: 'BatchGetItem',
  at: 'call',
  async happen(_input, pass) {
    const response: { Responses?: Record<string, unknown[]> } = await pass();
    const reversed = Object.entries(response.Responses ?? {}).map(([table, items]) => [
      table,
      items.toReversed(),
    ]);
    return { ...response, Responses: Object.fromEntries(reversed) };
  },
};

describe('deferred deliveries on DynamoDB', () => {
  it('are returned oldest first, in whatever order they are read', async () => {
    const endpointId = newId(NOW);
    const deliveries = await createDeferred(endpointId, 3);
    faults.script(backwards);
    const { deferred } = await fixture.deferred.list(deliveriesOf(endpointId), { after: null, limit: 100 });

    expect(deferred.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
    expect(faults.pending()).toBe(0);
  });

  it('are listed without an unreadable one, which delays no other', async () => {
    const endpointId = newId(NOW);
    const [damaged, healthy] = await createDeferred(endpointId, 2);
    if (!damaged || !healthy) throw new Error('Two were deferred');
    await emulator.client.send(
      new UpdateItemCommand({
        TableName: emulator.deliveries.name,
        Key: marshall(deliveryKey(endpointId, damaged.shard, damaged.id)),
        UpdateExpression: 'REMOVE eventId',
      }),
    );
    const { deferred } = await fixture.deferred.list(deliveriesOf(endpointId), { after: null, limit: 100 });

    expect(deferred.map(({ id }) => id)).toEqual([healthy.id]);
  });

  it('are not listed by a delayed index once their attempt is made', async () => {
    const endpointId = newId(NOW);
    const [made, deferred] = await createDeferred(endpointId, 2);
    if (!made || !deferred) throw new Error('Two were deferred');
    faults.script(
      meanwhile('BatchGetItem', () => fixture.deliveries.recordAttempt(made, anAttempt(), aRetry())),
    );
    const page = await fixture.deferred.list(deliveriesOf(endpointId), { after: null, limit: 2 });

    expect(page.deferred.map(({ id }) => id)).toEqual([deferred.id]);
    expect(page.next).toBe(deferred.id);
  });

  it('are deferred even if the response of the write was lost', async () => {
    faults.script(lostResponse('UpdateItem'));
    const [delivery] = await createDeferred(newId(NOW), 1);

    expect(faults.wire).toEqual(['UpdateItem', 'UpdateItem']);
    expect(delivery && (await fixture.deferred.defer(delivery, 1, UNTIL, NOW))).toBe(true);
  });
});

describe('the health of an endpoint on DynamoDB', () => {
  it('needs one write per count', async () => {
    const endpoint = await anUnknownEndpoint();
    faults.clear();
    await fixture.health.recordTimeout(
      endpoint,
      { deliveryId: 'a', isFirst: true },
      NOW,
      secondsAfterNow(30),
    );

    expect(faults.wire).toEqual(['UpdateItem']);
  });

  it('reports a probe whose response was lost and which the client sent again', async () => {
    const endpoint = await anUnknownEndpoint();
    await openBreaker(fixture.health, endpoint, { probeAt: NOW });
    faults.script(lostResponse('UpdateItem'));

    expect(await fixture.health.claimProbe(endpoint, NOW, secondsAfterNow(30))).toBe(true);
    expect(await fixture.health.claimProbe(endpoint, NOW, secondsAfterNow(30))).toBe(false);
  });
});
