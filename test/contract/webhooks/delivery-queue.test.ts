import { describe, expect, it } from 'vitest';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { QUEUE_FIXTURES } from '#test/support/fixtures/platform/queue-fixture.ts';
import { MAX_DELAY_SECONDS } from '#test/support/fixtures/webhooks/send-rules.ts';

describe.each(QUEUE_FIXTURES)('DeliveryQueue $name', ({ start }) => {
  const fixture = forEachTest(start, 'stop');
  function idsOf(): string[] {
    return fixture.contents().map(({ job }) => job.deliveryId);
  }

  it('accepts jobs unchanged, without a delay', async () => {
    const jobs = [aJob({ body: '{"name":"Zoë 🥐"}' }), aJob({ body: null, attempt: 3, channel: 'sms' })];
    await fixture.queue.sendAll(jobs);

    const contents = fixture.contents().toSorted((a, b) => a.job.attempt - b.job.attempt);
    expect(contents).toEqual(jobs.map((job) => ({ job, delaySeconds: 0 })));
  });

  it('accepts any number of jobs, including none', async () => {
    await fixture.queue.sendAll([]);
    const jobs = Array.from({ length: 57 }, () => aJob());
    await fixture.queue.sendAll(jobs);

    expect(idsOf().toSorted()).toEqual(jobs.map((job) => job.deliveryId).toSorted());
  });

  it.each([0, 1, MAX_DELAY_SECONDS])('accepts a job with a delay of %i s', async (delaySeconds) => {
    const job = aJob();
    await fixture.queue.sendLater(job, delaySeconds);

    expect(fixture.contents()).toEqual([{ job, delaySeconds }]);
  });

  it.each([MAX_DELAY_SECONDS + 1, -1, 0.5])('rejects a delay of %d s', async (delaySeconds) => {
    await expect(fixture.queue.sendLater(aJob(), delaySeconds)).rejects.toThrow();
    expect(fixture.contents()).toEqual([]);
  });

  it('rejects everything while it is down', async () => {
    await fixture.breakDown();

    await expect(fixture.queue.sendAll([aJob()])).rejects.toThrow();
    await expect(fixture.queue.sendLater(aJob(), 1)).rejects.toThrow();
  });

  it('sends the same job twice when asked to', async () => {
    const job = aJob();
    await fixture.queue.sendAll([job]);
    await fixture.queue.sendAll([job]);

    expect(idsOf()).toEqual([job.deliveryId, job.deliveryId]);
  });
});
