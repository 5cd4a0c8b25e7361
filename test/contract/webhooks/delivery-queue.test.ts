import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aJob } from '#test/support/builders/platform/builders.ts';
import { QUEUE_FIXTURES, type QueueFixture } from '#test/support/fixtures/platform/queue-fixture.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

describe.each(QUEUE_FIXTURES)('DeliveryQueue $name', ({ start }) => {
  let bench: QueueFixture;
  beforeEach(async () => {
    bench = await start();
  });
  afterEach(() => bench?.stop());

  function idsOf(): string[] {
    return bench.contents().map(({ job }) => job.deliveryId);
  }

  it('accepts jobs unchanged, without a delay', async () => {
    const jobs = [aJob({ body: '{"name":"Zoë 🥐"}' }), aJob({ body: null, attempt: 3, channel: 'sms' })];
    await bench.queue.sendAll(jobs);

    const contents = bench.contents().toSorted((a, b) => a.job.attempt - b.job.attempt);
    expect(contents).toEqual(jobs.map((job) => ({ job, delaySeconds: 0 })));
  });

  it('accepts any number of jobs, including none', async () => {
    await bench.queue.sendAll([]);
    const jobs = Array.from({ length: 57 }, () => aJob());
    await bench.queue.sendAll(jobs);

    expect(idsOf().toSorted()).toEqual(jobs.map((job) => job.deliveryId).toSorted());
  });

  it.each([0, 1, MAX_DELAY_SECONDS])('accepts a job with a delay of %i s', async (delaySeconds) => {
    const job = aJob();
    await bench.queue.sendLater(job, delaySeconds);

    expect(bench.contents()).toEqual([{ job, delaySeconds }]);
  });

  it.each([MAX_DELAY_SECONDS + 1, -1, 0.5])('rejects a delay of %d s', async (delaySeconds) => {
    await expect(bench.queue.sendLater(aJob(), delaySeconds)).rejects.toThrow();
    expect(bench.contents()).toEqual([]);
  });

  it('rejects everything while it is down', async () => {
    await bench.breakDown();

    await expect(bench.queue.sendAll([aJob()])).rejects.toThrow();
    await expect(bench.queue.sendLater(aJob(), 1)).rejects.toThrow();
  });

  it('sends the same job twice when asked to', async () => {
    const job = aJob();
    await bench.queue.sendAll([job]);
    await bench.queue.sendAll([job]);

    expect(idsOf()).toEqual([job.deliveryId, job.deliveryId]);
  });
});
