import {
  CreateQueueCommand,
  ListDeadLetterSourceQueuesCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startQueueUnderTest, type QueueUnderTest } from './queue-under-test.ts';
import { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

describe('queue server', () => {
  let directory: TemporaryDirectory;
  let queue: QueueUnderTest;

  beforeEach(async () => {
    directory = temporaryDirectory();
    queue = await startQueueUnderTest(directory.path, 60);
  });

  afterEach(async () => {
    await queue.stop();
    directory.remove();
  });

  async function receiveAndRestart(): Promise<void> {
    await queue.sqs.send(new ReceiveMessageCommand({ QueueUrl: queue.jobs.url }));
    await queue.stop();
    queue = await startQueueUnderTest(directory.path, 60);
  }

  it('returns messages that a crashed process held at once, marked as received before', async () => {
    await queue.send('held', 'group-1');

    await receiveAndRestart();

    const [message, ...others] = await queue.drain(queue.jobs);
    expect(others).toEqual([]);
    expect(message?.Body).toBe('held');
    expect(message?.Attributes?.ApproximateReceiveCount).toBe('2');
    expect(message?.MessageAttributes?.['local.MessageGroupId']?.StringValue).toBe('group-1');
  });

  it.each([901, 5000])('rejects a delay of %d seconds, as SQS does', async (DelaySeconds) => {
    const message = { MessageBody: 'late', DelaySeconds };

    await expect(
      queue.sqs.send(new SendMessageCommand({ QueueUrl: queue.jobs.url, ...message })),
    ).rejects.toMatchObject({ name: 'InvalidParameterValue' });
    await expect(
      queue.sqs.send(
        new SendMessageBatchCommand({ QueueUrl: queue.jobs.url, Entries: [{ Id: '0', ...message }] }),
      ),
    ).rejects.toThrow();
  });

  it('does not move a message to the dead-letter queue because of restarts alone', async () => {
    await queue.send('survivor');

    for (let restarts = 0; restarts < 4; restarts++) await receiveAndRestart();

    expect((await queue.drain(queue.jobs)).map((message) => message.Body)).toEqual(['survivor']);
    expect(await queue.drain(queue.dead)).toEqual([]);
  });

  describe('source queues of a dead-letter queue', () => {
    const list = (
      page: { readonly MaxResults?: number; readonly NextToken?: string } = {},
      of = queue.dead,
    ) => queue.sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: of.url, ...page }));

    it('are the queues whose policy names it, by the host of the request', async () => {
      expect((await list()).queueUrls).toEqual([queue.jobs.url]);
      expect((await list({}, queue.jobs)).queueUrls).toEqual([]);
    });

    it('come in pages only if the request has a limit', async () => {
      const names = ['Other', 'Third'];
      for (const name of names)
        await queue.sqs.send(
          new CreateQueueCommand({
            QueueName: name,
            Attributes: queue.jobs.attributes,
          }),
        );
      const urlOf = (name: string) => queue.jobs.url.replace(/Jobs$/u, name);

      const all = await list();
      const first = await list({ MaxResults: 2 });
      const second = await list({ MaxResults: 2, NextToken: first.NextToken ?? '' });

      expect([all.queueUrls, all.NextToken]).toEqual([['Jobs', ...names].map(urlOf), undefined]);
      expect(first.queueUrls).toEqual(['Jobs', 'Other'].map(urlOf));
      expect([second.queueUrls, second.NextToken]).toEqual([[urlOf('Third')], undefined]);
    });

    it.each([{ MaxResults: 0 }, { MaxResults: 1001 }, { NextToken: 'unknown' }])(
      'reject %j',
      async (page) => {
        await expect(list(page)).rejects.toMatchObject({ name: 'InvalidParameterValue' });
      },
    );

    it.each(['not json', '"text"', 'null'])(
      'leave out a queue whose policy fauxqs should have rejected: %s',
      async (RedrivePolicy) => {
        await queue.sqs.send(new CreateQueueCommand({ QueueName: 'Odd', Attributes: { RedrivePolicy } }));

        expect((await list()).queueUrls).toEqual([queue.jobs.url]);
      },
    );

    it.each([{}, { QueueUrl: 1 }, { QueueUrl: ['x'] }, { QueueUrl: {} }, { QueueUrl: null }, [], 'text'])(
      'reject the request %j',
      async (body) => {
        const response = await fetch(new URL('/', queue.jobs.url), {
          method: 'POST',
          headers: {
            'content-type': 'application/x-amz-json-1.0',
            'x-amz-target': 'AmazonSQS.ListDeadLetterSourceQueues',
          },
          body: JSON.stringify(body),
        });

        expect([response.status, await response.json()]).toMatchObject([
          400,
          { __type: 'com.amazonaws.sqs#InvalidParameterValue' },
        ]);
      },
    );

    it('do not exist for a queue that does not exist', async () => {
      await expect(list({}, { ...queue.dead, url: `${queue.dead.url}Gone` })).rejects.toMatchObject({
        name: 'QueueDoesNotExist',
      });
    });
  });
});
