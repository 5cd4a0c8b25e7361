import { ReceiveMessageCommand, SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
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
});
