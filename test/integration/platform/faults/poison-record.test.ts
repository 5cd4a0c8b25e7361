import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterEach, describe, expect, it } from 'vitest';
import { toEventItem } from '#shared/events/store/event-items.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext, NOW } from '#test/support/builders/platform/command-builders.ts';
import { failingCall } from '#test/support/fixtures/platform/faults/faults.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { imageOf } from '#test/support/fixtures/platform/stream-record.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { type DispatchStream, startDispatchStream } from '#test/support/fixtures/webhooks/dispatch-stream.ts';

const cloud = forEachTest(startLocalCloud, 'stop');
let stream: DispatchStream | undefined;
afterEach(() => stream?.stop());

async function open(): Promise<void> {
  stream = await startDispatchStream(cloud);
}

async function record() {
  const event = anEvent({ matches: [{ endpointId: newId(NOW), settingsVersion: 1, shards: 1 }] });
  await cloud.stores.events.record(event, aContext(), undefined);
  return event;
}

/** An event as a faulty or a later version might write it: without an attribute, or with bytes of an unknown form. */
async function recordWith(attributes: Readonly<Record<string, unknown>>) {
  const event = anEvent({ matches: [{ endpointId: newId(NOW), settingsVersion: 1, shards: 1 }] });
  const item = { ...toEventItem(event), ...attributes };
  const put = { TableName: cloud.core.name, Item: marshall(item, { removeUndefinedValues: true }) };
  await cloud.clients.dynamo.send(new PutItemCommand(put));
  return item;
}

const queued = () => cloud.queued().map(({ eventId }) => eventId);
const quarantined = () => cloud.bodies('quarantined').map((body): unknown => JSON.parse(body));

describe('a stream record that cannot be parsed', () => {
  it.each([
    ['without a body', { body: undefined }],
    ['without matches', { matches: undefined }],
    ['without a workspace', { workspaceId: undefined }],
    ['with a body of an unknown form', { body: Buffer.from([250, 1, 2]) }],
    ['with a broken body', { body: Buffer.from([1, 255, 255]) }],
    ['with matches of an unknown form', { matches: Buffer.from([250, 1, 2]) }],
  ])('%s is quarantined whole, and the shard continues', async (_, attributes) => {
    const before = await record();
    const item = await recordWith(attributes);
    const after = await record();
    await open();
    await waitFor('the stream is processed', () => queued().includes(after.id) && quarantined().length > 0);

    expect(new Set(queued())).toEqual(new Set([before.id, after.id]));
    const image = imageOf(item);
    expect(quarantined()).toMatchObject([{ eventName: 'INSERT', dynamodb: { NewImage: image } }]);
    expect(stream?.discarded).toEqual([]);
  });

  it('stays in the stream while it cannot be quarantined: the batch is retried, and nothing is lost', async () => {
    await recordWith({ body: undefined });
    const after = await record();
    const down = new Error('The queue is down');
    cloud.faults.sqs.script(failingCall('SendMessage', down), failingCall('SendMessage', down));
    await open();
    await waitFor('it is quarantined', () => quarantined().length > 0);

    expect(cloud.faults.sqs.pending()).toBe(0);
    expect(new Set(queued())).toEqual(new Set([after.id]));
    expect(stream?.discarded).toEqual([]);
  });
});
