import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { GetQueueAttributesCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeEach, describe, expect, it } from 'vitest';
import * as recoverDeliveries from '#functions/webhooks/recover-deliveries/index.ts';
import { redriveMessages, sendingTo } from '#scripts/lib/redrive/redrive-messages.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { targetKey } from '#shared/webhooks/store/keys.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { createScriptedSender } from '#test/support/fakes/webhooks/scripted-sender.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { handOver } from '#test/support/fixtures/platform/queue-event.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import {
  MAX_RECEIVES,
  type QueueName,
  startLocalCloud,
} from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import {
  anEnabledEndpoint,
  anEventFor,
  stored,
  startDelivering,
} from '#test/support/fixtures/webhooks/delivery-world.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());
async function send(name: QueueName, MessageBody: string): Promise<void> {
  await cloud.clients.sqs.send(new SendMessageCommand({ QueueUrl: cloud.queueUrl(name), MessageBody }));
}

/** Sends a raw message to the queue. */
const sendJob = (job: DeliveryJob) =>
  cloud.clients.sqs.send(
    new SendMessageCommand({
      QueueUrl: cloud.queueUrl('deliveries'),
      MessageBody: JSON.stringify(job),
      MessageGroupId: job.endpointId,
    }),
  );

/** The metric of the alarm on the dead-letter queue. */
async function visibleIn(name: QueueName): Promise<number> {
  const names = { QueueUrl: cloud.queueUrl(name), AttributeNames: ['ApproximateNumberOfMessages'] as const };
  const { Attributes } = await cloud.clients.sqs.send(
    new GetQueueAttributesCommand({ ...names, AttributeNames: [...names.AttributeNames] }),
  );
  return Number(Attributes?.ApproximateNumberOfMessages);
}

/** Writes the delivery target of the endpoint without its URL, as a faulty version might; returns the original. */
async function spoilView({ id }: Endpoint): Promise<Item> {
  const view = (await cloud.core.get(targetKey(id))) ?? {};
  const { url: _url, ...spoilt } = view;
  await putItem(spoilt);
  return view;
}

async function putItem(item: Item): Promise<void> {
  const put = { TableName: cloud.core.name, Item: marshall(item, { removeUndefinedValues: true }) };
  await cloud.clients.dynamo.send(new PutItemCommand(put));
}

describe('a poison message', () => {
  it('goes to the dead-letter queue with its alarm, and delays none of its batch', async () => {
    const endpoint = await anEnabledEndpoint(cloud);
    const healthy: DeliveryJob[] = [];
    for (let count = 0; count < 4; count += 1) healthy.push(await anEventFor(cloud, endpoint));
    const { attempt: _attempt, ...incomplete } = aJob();
    const poison = ['', 'no json', '[]', '{"id":1}', JSON.stringify(incomplete)].map((body) => body || ' ');
    for (const body of poison) await send('deliveries', body);
    for (const job of healthy) await sendJob(job);
    const unknown = aJob({ endpointId: newId(NOW) });
    await sendJob(unknown);

    const [sender, log] = [createScriptedSender(), createRecordingLog()];
    const batches = await handOver(cloud, 'deliveries', startDelivering(cloud, sender, log));

    expect(batches).toBe(MAX_RECEIVES);
    expect(sender.requests).toHaveLength(healthy.length);
    for (const job of healthy) {
      expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
    }
    const dead = [...poison, JSON.stringify(unknown)];
    expect(cloud.bodies('deliveries-dead').toSorted()).toEqual(dead.toSorted());
    expect(await visibleIn('deliveries-dead')).toBe(dead.length);
    expect(log.lines.filter(({ code }) => code === 'RECORD_MALFORMED')).toHaveLength(
      poison.length * MAX_RECEIVES,
    );
  });

  it('for a malformed item fails alone, and is delivered by a redrive once the item is fixed', async () => {
    const [spoilt, healthy] = [await anEnabledEndpoint(cloud), await anEnabledEndpoint(cloud)];
    const [job, neighbour] = [await anEventFor(cloud, spoilt), await anEventFor(cloud, healthy)];
    const view = await spoilView(spoilt);
    await sendJob(job);
    await sendJob(neighbour);
    const sender = createScriptedSender();
    await handOver(cloud, 'deliveries', startDelivering(cloud, sender));

    expect(await stored(cloud, neighbour)).toMatchObject({ state: 'succeeded' });
    expect(await stored(cloud, job)).toBeUndefined();
    expect(cloud.bodies('deliveries-dead')).toEqual([JSON.stringify(job)]);

    await putItem(view);
    const take = sendingTo(cloud.clients.sqs, cloud.queueUrl('deliveries'));
    await redriveMessages(cloud.clients.sqs, cloud.queueUrl('deliveries-dead'), { most: 1, take });
    await handOver(cloud, 'deliveries', startDelivering(cloud, sender));
    expect(await stored(cloud, job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
    expect(cloud.bodies('deliveries-dead')).toEqual([]);
  });

  it('of a recovery dies too, and a recovery that is gone does not', async () => {
    const gone = JSON.stringify({ endpointId: newId(NOW), recoveryId: newId(NOW) });
    await send('recoveries', 'no json');
    await send('recoveries', gone);
    await handOver(cloud, 'recoveries', cloud.start('recover-deliveries', recoverDeliveries));

    expect(cloud.bodies('recoveries')).toEqual([]);
    expect(cloud.bodies('recoveries-dead')).toEqual(['no json']);
  });
});
