import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { bucketOf } from '#shared/platform/runtime/secrets/bucket-keys.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anEdit, anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import {
  cancelled,
  failingCall,
  lostResponse,
  tooBusy,
} from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { createWorkspaceWithKey, wireOperations } from '#test/support/fixtures/platform/wired-operations.ts';

const ENDPOINT = {
  name: 'Order desk',
  url: 'https://hooks.example.com/orders',
  subscriptions: [{ event: 'salesbot.store.order_paid' }],
};
const EVENT = {
  event: 'salesbot.store.order_paid',
  data: { order: { id: '2f1f8d5e-1b1a-4c57-8a37-9a1f5a9d7f10', number: 'A-1' } },
};

const cloud = forAllTests(startLocalCloud, 'stop');
const api = forAllTests(() => wireOperations(cloud));
beforeEach(() => cloud.tidy());
/** Buckets of secrets that have key pairs. */
const usedBuckets = new Set<number>();

/** A workspace whose first secret creates the key pairs of its bucket: with existing ones a request makes fewer calls. */
async function workspaceInNewBucket() {
  for (;;) {
    const created = await createWorkspaceWithKey(cloud);
    const bucket = bucketOf(created.workspaceId);
    if (usedBuckets.has(bucket)) continue;
    usedBuckets.add(bucket);
    return created;
  }
}

/** A client that wants to create one endpoint, and repeats the request until it gets a response. */
async function aCreation() {
  const { key, workspaceId } = await workspaceInNewBucket();
  const request = { key, json: ENDPOINT, idempotencyKey: randomUUID() };
  return {
    ask: () => api.createEndpoint(request),
    /** The existing endpoints, and the decrypted secrets of the stored ciphertexts. */
    async stored(): Promise<string[]> {
      const found = await cloud.stores.endpoints.list(workspaceId);
      const box = cloud.secrets();
      return Promise.all(
        found.map(({ id, secrets }) =>
          box.open(secrets.current, { purpose: 'signing', workspace: workspaceId, subject: id }),
        ),
      );
    },
  };
}

describe('create-endpoint, crashed at any call', () => {
  it('creates one endpoint and returns its secret when it is repeated with the same Idempotency-Key', async () => {
    const whole = await aCreation();
    cloud.power.restore();
    expect(await whole.ask()).toMatchObject({ status: 201 });
    const calls = cloud.power.calls();
    expect(calls.filter((command) => command === 'TransactWriteItems')).toHaveLength(1);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        const client = await aCreation();
        cloud.power.cutAt(call, moment);
        await client.ask();
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();
        const answer = await client.ask();

        expect(answer).toMatchObject({ status: 201 });
        expect(await client.stored()).toEqual([answer.body.secret]);
        expect((await client.ask()).text).toBe(answer.text);
      }
    }
  });
});

describe('create-endpoint, with failing services', () => {
  it.each<[string, 'dynamo' | 'kms', Fault, number]>([
    ['writing is throttled', 'dynamo', failingCall('TransactWriteItems', tooBusy()), 503],
    ['reading is throttled', 'dynamo', failingCall('GetItem', tooBusy()), 503],
    ['the key service is down', 'kms', failingCall('Encrypt', new Error('down')), 503],
    ['the write conflicts with another', 'dynamo', cancelled('TransactionConflict'), 201],
    ['the response to the write is lost', 'dynamo', lostResponse('TransactWriteItems'), 201],
  ])('creates no more than one endpoint when %s', async (_, service, fault, status) => {
    const client = await aCreation();
    cloud.faults[service].script(fault);
    expect(await client.ask()).toMatchObject({ status });
    const answer = await client.ask();

    expect(answer).toMatchObject({ status: 201 });
    expect(await client.stored()).toEqual([answer.body.secret]);
  });
});

describe('ingest-event, right after an endpoint was enabled', () => {
  it('matches the endpoint when every eventually consistent read is stale', async () => {
    const { key, owned } = await createWorkspaceWithKey(cloud);
    const before = anEndpoint(owned);
    await cloud.stores.endpoints.create(before, aContext());
    await cloud.stores.endpoints.save(
      before,
      anEdit(before, { enabled: true }, secondsAfterNow(1)),
      aContext(),
    );
    // An eventually consistent read in the worst case: nothing that was written lately.
    const stale: Fault = {
      command: 'GetItem',
      at: 'call',
      happen: async (input, pass) => ('ConsistentRead' in input && input.ConsistentRead ? pass() : {}),
    };
    cloud.faults.dynamo.script(...Array.from({ length: 9 }, () => stale));

    expect(await api.ingestEvent({ key, json: EVENT })).toMatchObject({
      status: 202,
      body: { data: { matched_endpoints: 1 } },
    });
  });

  it('records exactly once what it returned, whatever call it crashed at before', async () => {
    const { key, owned } = await createWorkspaceWithKey(cloud);
    await cloud.stores.endpoints.create(anEndpoint({ ...owned, enabled: true }), aContext());
    const ask = (dedupe_key: string) => api.ingestEvent({ key, json: { ...EVENT, dedupe_key } });
    cloud.power.restore();
    await ask('whole');
    const calls = cloud.power.calls();

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.power.cutAt(call, moment);
        await ask(`order-${moment}-${call}`);
        cloud.power.restore();
        const [first, second] = [await ask(`order-${moment}-${call}`), await ask(`order-${moment}-${call}`)];

        expect(first).toMatchObject({ status: 202, body: { data: { matched_endpoints: 1 } } });
        expect(second.text).toBe(first.text);
        expect(await cloud.stores.events.find(String(first.body.data.id))).toMatchObject({ matches: [{}] });
      }
    }
  });
});
