import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { deliveryKey } from '#shared/platform/store/keys.ts';
import {
  aContext,
  aDelivery,
  anAttempt,
  anEndpoint,
  aRetry,
  foundWorkspaceIn,
  later,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { type Emulator, startEmulator } from '#test/support/fixtures/platform/emulator.ts';
import { lostAnswer, meanwhile } from '#test/support/fixtures/platform/faults.ts';
import { type Fault, type FaultyClient, makeFaulty } from '#test/support/fixtures/platform/faulty-client.ts';
import { createDynamoBench, type PlatformBench } from '#test/support/fixtures/platform/platform-bench.ts';
import { openBreaker } from '#test/support/fixtures/webhooks/unresponsive.ts';

let emulator: Emulator;
let bench: PlatformBench;
let faults: FaultyClient;

beforeAll(async () => {
  emulator = await startEmulator();
  bench = createDynamoBench(emulator.core, emulator.deliveries);
  faults = makeFaulty(emulator.client);
});
afterEach(() => faults.clear());
afterAll(() => emulator?.stop());

const UNTIL = later(840);

async function parkedOf(endpointId: string, count: number) {
  const deliveries = Array.from({ length: count }, (_, index) =>
    aDelivery({ endpointId, createdAt: later(index) }),
  );
  for (const delivery of deliveries) await bench.parked.park(delivery, 1, UNTIL, NOW);
  return deliveries;
}

async function anUnknownEndpoint() {
  const { owned } = await foundWorkspaceIn(bench.workspaces);
  const endpoint = anEndpoint(owned);
  await bench.endpoints.create(endpoint, aContext());
  return endpoint;
}

/** DynamoDB answers a batch in no order. */
const backwards: Fault = {
  command: 'BatchGetItem',
  at: 'call',
  async happen(_input, pass) {
    const answer: { Responses?: Record<string, unknown[]> } = await pass();
    const reversed = Object.entries(answer.Responses ?? {}).map(([table, items]) => [
      table,
      items.toReversed(),
    ]);
    return { ...answer, Responses: Object.fromEntries(reversed) };
  },
};

describe('parked deliveries on DynamoDB', () => {
  it('are the oldest first, in whatever order they are answered', async () => {
    const endpointId = newId(NOW);
    const deliveries = await parkedOf(endpointId, 3);
    faults.script(backwards);
    const { parked } = await bench.parked.list(endpointId, { after: null, limit: 100 });

    expect(parked.map(({ id }) => id)).toEqual(deliveries.map(({ id }) => id));
    expect(faults.pending()).toBe(0);
  });

  it('are listed without one that nobody can read, which holds up no other', async () => {
    const endpointId = newId(NOW);
    const [damaged, sound] = await parkedOf(endpointId, 2);
    if (!damaged || !sound) throw new Error('Two were parked');
    await emulator.client.send(
      new UpdateItemCommand({
        TableName: emulator.deliveries.name,
        Key: marshall(deliveryKey(endpointId, damaged.id)),
        UpdateExpression: 'REMOVE event_id',
      }),
    );
    const { parked } = await bench.parked.list(endpointId, { after: null, limit: 100 });

    expect(parked.map(({ id }) => id)).toEqual([sound.id]);
  });

  it('are not listed by an index that is a moment behind when their attempt is made', async () => {
    const endpointId = newId(NOW);
    const [made, parked] = await parkedOf(endpointId, 2);
    if (!made || !parked) throw new Error('Two were parked');
    faults.script(
      meanwhile('BatchGetItem', () => bench.deliveries.recordAttempt(made, anAttempt(), aRetry())),
    );
    const page = await bench.parked.list(endpointId, { after: null, limit: 2 });

    expect(page.parked.map(({ id }) => id)).toEqual([parked.id]);
    expect(page.next).toBe(parked.id);
  });

  it('are parked though the answer of the write was lost', async () => {
    faults.script(lostAnswer('UpdateItem'));
    const [delivery] = await parkedOf(newId(NOW), 1);

    expect(faults.wire).toEqual(['UpdateItem', 'UpdateItem']);
    expect(delivery && (await bench.parked.park(delivery, 1, UNTIL, NOW))).toBe(true);
  });
});

describe('the health of an endpoint on DynamoDB', () => {
  it('takes one write per count', async () => {
    const endpoint = await anUnknownEndpoint();
    faults.clear();
    await bench.health.noteUnanswered(endpoint, { deliveryId: 'a', isFirst: true }, NOW, later(30));

    expect(faults.wire).toEqual(['UpdateItem']);
  });

  it('tells of a probe whose answer was lost and which the client sent again', async () => {
    const endpoint = await anUnknownEndpoint();
    await openBreaker(bench.health, endpoint, { probeAt: NOW });
    faults.script(lostAnswer('UpdateItem'));

    expect(await bench.health.claimProbe(endpoint, NOW, later(30))).toBe(true);
    expect(await bench.health.claimProbe(endpoint, NOW, later(30))).toBe(false);
  });
});
