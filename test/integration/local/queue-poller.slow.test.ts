import { ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startQueuePoller, type QueuePoller, type QueuePollerOptions } from '#local/pollers/queue-poller.ts';
import { waitFor } from '#test/support/fixtures/platform/wait-for.ts';
import { startQueueUnderTest, type QueueUnderTest } from './queue-under-test.ts';
import { temporaryDirectory, type TemporaryDirectory } from './temporary-directory.ts';

describe('queue poller', () => {
  let directory: TemporaryDirectory;
  let queue: QueueUnderTest;
  let pump: QueuePoller | undefined;

  beforeEach(async () => {
    directory = temporaryDirectory();
    queue = await startQueueUnderTest(directory.path, 1);
  });

  afterEach(async () => {
    await pump?.stop(2000);
    pump = undefined;
    await queue.stop();
    directory.remove();
  });

  function start(invoke: QueuePollerOptions['invoke'], options: Partial<QueuePollerOptions> = {}): void {
    pump = startQueuePoller({
      sqs: queue.direct,
      watch: queue.watch,
      queueUrl: queue.jobs.url,
      queueArn: queue.jobs.arn,
      visibilitySeconds: 1,
      batchSize: 10,
      maximumConcurrency: 1,
      reportsItemFailures: true,
      invoke,
      now: Date.now,
      log: () => {},
      ...options,
    });
  }

  async function leftovers(): Promise<string[]> {
    await pump?.stop(2000);
    return (await queue.drain(queue.jobs)).map((message) => message.Body ?? '');
  }

  it('deletes processed messages and delivers a failed one again after its visibility timeout', async () => {
    const handled: string[] = [];
    const counts: string[] = [];
    start(async (event) => {
      handled.push(...event.Records.map((record) => record.body));
      const bad = event.Records.find((record) => record.body === 'bad');
      if (bad) counts.push(bad.attributes.ApproximateReceiveCount);
      const isFirst = bad?.attributes.ApproximateReceiveCount === '1';
      return { batchItemFailures: isFirst ? [{ itemIdentifier: bad.messageId }] : [] };
    });
    await Promise.all(['good', 'bad', 'fine'].map((body) => queue.send(body)));

    await waitFor('the failed message was received again', () => counts.length === 2);

    expect(handled.toSorted()).toEqual(['bad', 'bad', 'fine', 'good']);
    expect(counts).toEqual(['1', '2']);
    expect(await leftovers()).toEqual([]);
  });

  it('keeps the whole batch when the function throws, and moves poison to the dead-letter queue', async () => {
    let invocations = 0;
    start(async () => {
      invocations += 1;
      throw new Error('poison');
    });
    await queue.send('poison');

    const dead = await waitFor('the message is in the dead-letter queue', async () => {
      const found = await queue.drain(queue.dead);
      return found.length > 0 ? found : undefined;
    });

    expect(dead.map((message) => message.Body)).toEqual(['poison']);
    expect(invocations).toBe(2);
  });

  it('serves a group with one message before the backlog of another', async () => {
    for (let index = 0; index < 60; index++) await queue.send(`noisy ${index}`, 'noisy');
    await queue.send('quiet', 'quiet');
    const served: string[] = [];
    const gate = Promise.withResolvers<void>();
    start(
      async (event: SQSEvent) => {
        served.push(...event.Records.map((record) => record.body));
        // The first batch waits until everything was received ahead.
        if (served.length <= 5) await gate.promise;
      },
      { batchSize: 5 },
    );
    await waitFor('all messages are held', async () => (await queue.hidden()) === 61);
    gate.resolve();

    await waitFor('everything was processed', () => served.length === 61);
    expect(served.indexOf('quiet')).toBeLessThan(10);
  });

  it('runs as many concurrent invocations as the mapping allows, and no more', async () => {
    const gate = Promise.withResolvers<void>();
    let running = 0;
    let done = 0;
    start(
      async (event) => {
        running += 1;
        await gate.promise;
        done += event.Records.length;
      },
      { maximumConcurrency: 3, batchSize: 1 },
    );
    await Promise.all(Array.from({ length: 9 }, (_, index) => queue.send(String(index))));
    await waitFor('all messages are held', async () => (await queue.hidden()) === 9);
    const atOnce = running;
    gate.resolve();

    await waitFor('all are processed', () => done >= 9);
    expect(atOnce).toBe(3);
  });

  it('keeps waiting messages hidden without counting receives', async () => {
    const gate = Promise.withResolvers<void>();
    const counts: Record<string, string> = {};
    start(
      async (event) => {
        for (const record of event.Records) counts[record.body] ??= record.attributes.ApproximateReceiveCount;
        await gate.promise;
      },
      { batchSize: 1 },
    );
    for (const body of ['first', 'second', 'third']) await queue.send(body);
    const later = Date.now() + 2500;
    await waitFor('more than two visibility timeouts have passed', () => Date.now() > later);
    gate.resolve();

    await waitFor('the waiting ones were processed', () => counts['second'] && counts['third']);
    expect(counts).toEqual({ first: '1', second: '1', third: '1' });
  });

  it('passes message attributes through, except the one with the group', async () => {
    const seen: SQSEvent[] = [];
    start(async (event) => void seen.push(event));
    await queue.send('message', 'group-1');

    const [event] = await waitFor('the message was processed', () => (seen.length > 0 ? seen : undefined));
    expect(event?.Records[0]).toMatchObject({
      body: 'message',
      messageAttributes: {},
      attributes: { MessageGroupId: 'group-1', ApproximateReceiveCount: '1' },
      eventSourceARN: queue.jobs.arn,
    });
  });

  it('receives again only when a message is sent or becomes visible', async () => {
    let receives = 0;
    const handled: string[] = [];
    const sqs: QueuePollerOptions['sqs'] = {
      // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of the client
      send: async (command: any) => {
        if (command instanceof ReceiveMessageCommand) receives += 1;
        return queue.direct.send(command);
      },
    };
    start(async ({ Records }) => void handled.push(...Records.map(({ body }) => body)), { sqs });
    await waitFor('the queue is empty', () => receives > 0);
    await queue.send('at once');
    await queue.send('later', undefined, 2);
    const sentAt = Date.now();

    await waitFor('the message was received', () => handled.includes('at once'));
    expect(Date.now() - sentAt).toBeLessThan(1500);
    await waitFor('the delayed message was received', () => handled.includes('later'));
    expect(Date.now() - sentAt).toBeLessThan(4000);
    // A poll every 20 ms would be a hundred.
    expect(receives).toBeLessThan(12);
  });
});
