import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQuarantine } from '#shared/platform/queues/quarantine.ts';
import { sendAll } from '#shared/platform/queues/send-all.ts';
import { createSqsDeliveryQueue } from '#shared/webhooks/adapters/sqs-delivery-queue.ts';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { lostResponse, seen, acceptsOnly } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startSqsFixture } from '#test/support/fixtures/platform/queue-fixture.ts';
import { BrokenSendRuleError } from '#test/support/fixtures/webhooks/send-rules.ts';

/** How often `sendAll` sends the rest. */
const ROUNDS = 5;

const fixture = forAllTests(startSqsFixture, 'stop');
beforeEach(() => {
  fixture.faults.clear();
  fixture.empty();
});
function jobs(count: number, body = '{}'): DeliveryJob[] {
  return Array.from({ length: count }, () => aJob({ body }));
}

function idsOf(sent: readonly DeliveryJob[]): string[] {
  return sent.map((job) => job.deliveryId).toSorted();
}

function arrived(): string[] {
  return fixture
    .messages()
    .map(({ body }) => String(/"deliveryId":"([^"]+)"/u.exec(body)?.[1]))
    .toSorted();
}

function times(count: number, fault: Fault): Fault[] {
  return Array.from({ length: count }, () => fault);
}

describe('sending to a queue that accepts only part of a batch', () => {
  it('sends the rest again until all are accepted', async () => {
    const queue = createSqsDeliveryQueue(fixture.client, fixture.queueUrl);
    const sent = jobs(10);
    fixture.faults.script(acceptsOnly(7), acceptsOnly(0), acceptsOnly(1));
    await queue.sendAll(sent);

    expect(arrived()).toEqual(idsOf(sent));
    expect(fixture.faults.pending()).toBe(0);
  });

  it('sends again from every batch, but no accepted entry twice', async () => {
    const queue = createSqsDeliveryQueue(fixture.client, fixture.queueUrl);
    const sent = jobs(25);
    fixture.faults.script(...times(3, acceptsOnly(3)));
    await queue.sendAll(sent);

    expect(arrived()).toEqual(idsOf(sent));
  });

  it('fails when some are never accepted', async () => {
    const queue = createSqsDeliveryQueue(fixture.client, fixture.queueUrl);
    fixture.faults.script(acceptsOnly(7), ...times(ROUNDS - 1, acceptsOnly(0)));

    await expect(queue.sendAll(jobs(10))).rejects.toThrow('3 messages');
    expect(fixture.faults.pending()).toBe(0);
  });
});

describe('splitting batches', () => {
  it.each([
    [10, 10, 1],
    [11, 10, 2],
    [25, 10, 3],
    [3, 400_000, 2],
    [10, 250_000, 4],
    [3, 900_000, 3],
  ])('%i bodies of %i bytes need %i requests', async (count, size, requests) => {
    const entries = Array.from({ length: count }, (_, index) => ({
      MessageBody: String(index).padStart(size, ' '),
    }));
    await sendAll(fixture.client, fixture.queueUrl, entries);

    expect(fixture.faults.wire).toHaveLength(requests);
    expect(fixture.messages()).toHaveLength(count);
  });

  it('counts bytes, not characters', async () => {
    const entries = Array.from({ length: 3 }, () => ({ MessageBody: 'ë'.repeat(200_000) }));
    await sendAll(fixture.client, fixture.queueUrl, entries);

    expect(fixture.faults.wire).toHaveLength(2);
  });

  it('sends nothing for no entries', async () => {
    await sendAll(fixture.client, fixture.queueUrl, []);

    expect(fixture.faults.wire).toEqual([]);
  });
});

describe('a send whose response is lost', () => {
  it('is sent again by the SDK, because a duplicate is allowed and a loss is not', async () => {
    const queue = createSqsDeliveryQueue(fixture.client, fixture.queueUrl);
    const job = aJob();
    fixture.faults.script(lostResponse('SendMessage'));
    await queue.sendLater(job, 5);

    expect(new Set(arrived())).toEqual(new Set([job.deliveryId]));
  });
});

describe('a delivery job in the queue', () => {
  it('has its endpoint as the fair-queue group, with and without a delay', async () => {
    const queue = createSqsDeliveryQueue(fixture.client, fixture.queueUrl);
    const [now, later] = [aJob(), aJob()];
    const inputs: object[] = [];
    // The emulator loses the group of a standard queue.
    fixture.faults.script(
      ...['SendMessageBatch', 'SendMessage'].map((command) => seen(command, (input) => inputs.push(input))),
    );
    await queue.sendAll([now]);
    await queue.sendLater(later, 30);

    expect(inputs).toMatchObject([
      { Entries: [{ MessageGroupId: now.endpointId }] },
      { MessageGroupId: later.endpointId, DelaySeconds: 30 },
    ]);
  });

  it('is deferred complete as its own type', async () => {
    const value = { dynamodb: { SequenceNumber: '1', NewImage: { pk: { S: 'EV#1' } } } };
    await createQuarantine(fixture.client, fixture.queueUrl)(value);

    expect(fixture.messages().map(({ body }) => JSON.parse(body) as unknown)).toEqual([value]);
  });
});

describe('the test wrapper of the queue client', () => {
  const MessageBody = JSON.stringify(aJob());

  it.each([
    ['a delay beyond 900 s', { MessageBody: 'x', DelaySeconds: 901 }],
    ['a delivery job without a group', { MessageBody }],
    ['a delivery job in the group of another endpoint', { MessageBody, MessageGroupId: 'other' }],
  ])('rejects %s', async (_, entry) => {
    const QueueUrl = fixture.queueUrl;
    const single = fixture.client.send(new SendMessageCommand({ QueueUrl, ...entry }));
    await expect(single).rejects.toThrow(BrokenSendRuleError);
    const Entries = [{ Id: '0', ...entry }];
    const batch = fixture.client.send(new SendMessageBatchCommand({ QueueUrl, Entries }));
    await expect(batch).rejects.toThrow(BrokenSendRuleError);
  });

  it('rejects more than 1 MiB in one request', async () => {
    const Entries = ['0', '1'].map((Id) => ({ Id, MessageBody: 'x'.repeat(600_000) }));
    const batch = fixture.client.send(new SendMessageBatchCommand({ QueueUrl: fixture.queueUrl, Entries }));

    await expect(batch).rejects.toThrow(BrokenSendRuleError);
  });
});
