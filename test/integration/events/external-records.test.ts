import { randomUUID } from 'node:crypto';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it } from 'vitest';
import * as projectChanges from '#functions/platform/project-changes/index.ts';
import * as redactPayloads from '#functions/privacy/redact-payloads/index.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { fieldsOf } from '#shared/events/records/external-record.ts';
import { hashContact } from '#shared/events/runtime/contact-hash.ts';
import { keyOfRecord, toRecordItem } from '#shared/events/store/external-record-items.ts';
import { erasureContactKey, erasureKey, eventKey } from '#shared/events/store/keys.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { anErasure } from '#test/support/builders/events/event-builders.ts';
import { anEventWith } from '#test/support/builders/events/record-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { insertOf } from '#test/support/fixtures/platform/stream-record.ts';

const DONE = { batchItemFailures: [] };
const SETTLE = 15;
const SECOND_PASS = 20 * 3600;
const STATES = ['created', 'paid', 'fulfilled', 'refunded'];

describe('records of ingested events on the table', () => {
  const cloud = forEachTest(startLocalCloud, 'stop');
  let workspaceId: string;
  let [contact, order]: string[] = [];

  beforeEach(() => {
    workspaceId = newId(cloud.clock());
    [contact, order] = [randomUUID(), randomUUID()];
  });

  /** An event as `ingestEvent` stores it, and as the stream shows it. */
  async function ingest(second: number, fields: Record<string, unknown>): Promise<DynamoDBRecord> {
    const data = { contact: { id: contact }, order: { id: order, ...fields } };
    const occurredAt = secondsAfterNow(second, cloud.clock());
    const event = anEventWith(data, { workspaceId, recordedAt: cloud.clock(), occurredAt });
    return record(event);
  }

  async function record(event: RecordedEvent): Promise<DynamoDBRecord> {
    await cloud.stores.events.record(event, aContext(), undefined);
    return insertOf((await cloud.core.get(eventKey(event.id))) ?? expect.fail('It was recorded'), event.id);
  }

  const follow = (Records: DynamoDBRecord[]) => cloud.start('project-changes', projectChanges)({ Records });
  const redact = () => cloud.start('redact-payloads', redactPayloads)({}, CONTEXT);

  async function found(type: 'contact' | 'order' = 'order') {
    const id = type === 'order' ? order : contact;
    const stored = await cloud.stores.externalRecords.find(workspaceId, type, id ?? '');
    return stored && fieldsOf(stored);
  }

  async function put(item: Item): Promise<void> {
    await cloud.clients.dynamo.send(new PutItemCommand({ TableName: cloud.core.name, Item: marshall(item) }));
  }

  async function ask() {
    const erasure = anErasure({ workspaceId, contact: hashContact(contact ?? ''), createdAt: cloud.clock() });
    await cloud.stores.erasures.create(erasure, aContext());
    return erasure;
  }

  async function allStates(): Promise<DynamoDBRecord[]> {
    return Promise.all(STATES.map((status, second) => ingest(second, { status, [`at_${status}`]: second })));
  }

  const FINAL = { status: 'refunded', at_created: 0, at_paid: 1, at_fulfilled: 2, at_refunded: 3 };

  it('are the same for reordered and repeated batches of two consumers at the same time', async () => {
    const records = await allStates();
    const batches = [records.toReversed(), records, records.slice(1, 3)];
    expect(await Promise.all(batches.map((batch) => follow(batch)))).toEqual([DONE, DONE, DONE]);
    expect(await follow(records)).toEqual(DONE);

    expect(await found()).toEqual({ ...FINAL, contact_id: contact });
  });

  it('are complete after a crash at any call, once the batch is retried', async () => {
    cloud.power.restore();
    await follow(await allStates());
    const calls = cloud.power.calls().length;
    expect(calls).toBeGreaterThanOrEqual(5);

    for (const moment of ['before', 'after'] as const)
      for (let call = 1; call <= calls; call += 1) {
        order = randomUUID();
        contact = randomUUID();
        const records = await allStates();
        cloud.power.cutAt(call, moment);
        await follow(records);
        cloud.power.restore();

        expect(await follow(records)).toEqual(DONE);
        expect([moment, call, await found()]).toEqual([moment, call, { ...FINAL, contact_id: contact }]);
      }
  });

  it('are written beside garbage, which is quarantined', async () => {
    const good = await ingest(0, { status: 'paid' });
    const garbage = await record(anEventWith({}, { workspaceId, recordedAt: cloud.clock() }));
    if (garbage.dynamodb?.NewImage) garbage.dynamodb.NewImage['body'] = { B: 'AAEC' };

    expect(await follow([garbage, good])).toEqual(DONE);
    expect(await found()).toMatchObject({ status: 'paid' });
    expect(cloud.bodies('quarantined')).toHaveLength(1);
  });

  it('replace a stored item that cannot be read', async () => {
    const key = keyOfRecord({ workspaceId, type: 'order', id: order ?? '' });
    await put({ ...key, workspaceId, layers: 'nonsense' });

    expect(await follow([await ingest(0, { status: 'paid' })])).toEqual(DONE);
    expect(await found()).toMatchObject({ status: 'paid' });
  });

  it('stay empty if the erasure of the contact cannot be read', async () => {
    const hash = hashContact(contact ?? '');
    await put({ ...erasureContactKey(workspaceId, hash), erasureId: 'e' });
    await put({ ...erasureKey(workspaceId, 'e'), createdAt: 'nonsense' });

    expect(await follow([await ingest(0, { status: 'paid' })])).toEqual(DONE);
    expect([await found(), await found('contact')]).toEqual([undefined, undefined]);
  });

  it('are erased with the contact, and an event that was still in the stream brings nothing back', async () => {
    const [early, late] = [await ingest(0, { status: 'paid' }), await ingest(1, { status: 'refunded' })];
    await follow([early]);
    expect(await found()).toMatchObject({ status: 'paid' });
    const erasure = await ask();
    cloud.clock.advance(SETTLE);
    await redact();
    expect([await found(), await found('contact')]).toEqual([undefined, undefined]);

    await follow([late]);
    expect([await found(), await found('contact')]).toEqual([undefined, undefined]);
    cloud.clock.advance(SECOND_PASS);
    await redact();
    expect(await cloud.stores.erasures.find(workspaceId, erasure.id)).toMatchObject({ state: 'completed' });
    await follow([early, late]);
    expect([await found(), await found('contact')]).toEqual([undefined, undefined]);
  });

  it('keep what an event said after the request', async () => {
    await follow([await ingest(0, { status: 'paid', total: '5.00' })]);
    await ask();
    cloud.clock.advance(1);
    await follow([await ingest(0, { status: 'refunded' })]);
    cloud.clock.advance(SETTLE);
    await redact();

    expect(await found()).toEqual({ status: 'refunded', contact_id: contact });
  });

  it('exist for broadcasts of other systems', async () => {
    const id = randomUUID();
    const event = anEventWith(
      { broadcast: { id, name: 'Spring' } },
      { workspaceId, recordedAt: cloud.clock() },
    );
    await follow([await record(event)]);
    const stored = await cloud.stores.externalRecords.find(workspaceId, 'broadcast', id);

    expect(stored && fieldsOf(stored)).toEqual({ name: 'Spring' });
  });

  it('are protected by the last erasure as long as the erasure is stored', async () => {
    const { id } = await ask();
    const pointer = await cloud.core.get(erasureContactKey(workspaceId, hashContact(contact ?? '')));
    const erasure = await cloud.core.get(erasureKey(workspaceId, id));

    expect(pointer?.['ttl']).toBeGreaterThan(0);
    expect(pointer?.['ttl']).toBe(erasure?.['ttl']);
  });

  it('are erased in the second pass if their writer was interrupted after the link', async () => {
    await follow([await ingest(0, { status: 'paid' })]);
    const stored = await cloud.stores.externalRecords.find(workspaceId, 'order', order ?? '');
    await ask();
    cloud.clock.advance(SETTLE);
    await redact();
    await put(toRecordItem(stored ?? expect.fail('It was followed')));
    cloud.clock.advance(SECOND_PASS);
    await redact();

    expect(await found()).toBeUndefined();
  });

  it('are erased although one of them cannot be read', async () => {
    await follow([await ingest(0, { status: 'paid' })]);
    const key = keyOfRecord({ workspaceId, type: 'order', id: order ?? '' });
    await put({ ...key, workspaceId, layers: 'nonsense' });
    await ask();
    cloud.clock.advance(SETTLE);
    await redact();

    expect(await cloud.core.get(key)).toBeUndefined();
    expect(await found('contact')).toBeUndefined();
  });
});
