import { describe, expect, it } from 'vitest';
import { type DeliveryJob, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import { anAttempt, aRetry, secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

function retryOf(job: DeliveryJob, attempt: number, dueInSeconds: number): DeliveryJob {
  return { ...job, attempt, dueAt: secondsAfterNow(dueInSeconds).getTime(), body: null };
}

describe('deliver-webhook, with repeated or early messages', () => {
  describe('a message that is received again', () => {
    it('sends nothing when the attempt is recorded, but plans the retry again', async () => {
      const bench = createDeliveryFixture(500);
      const { job } = await bench.prepare();
      await bench.deliver(job);
      await bench.deliver(job, 2);

      expect(bench.sender.requests).toHaveLength(1);
      expect((await bench.stored(job))?.attempts).toHaveLength(1);
      expect(bench.planned()).toEqual([retryOf(job, 2, 10), retryOf(job, 2, 10)]);
    });

    it('plans the retry that a crash after recording left out', async () => {
      const bench = createDeliveryFixture(500);
      const { job } = await bench.prepare();
      bench.queue.breakDown();
      await expect(bench.deliver(job)).rejects.toThrow('down');
      bench.queue.repair();
      await bench.deliver(job, 2);

      expect(bench.sender.requests).toHaveLength(1);
      expect(bench.planned()).toEqual([retryOf(job, 2, 10)]);
    });

    it('sends when the earlier run crashed before recording', async () => {
      const bench = createDeliveryFixture();
      const { job } = await bench.prepare();
      await bench.deliver(job, 2);

      expect(bench.sender.requests).toHaveLength(1);
    });

    it('sends nothing and plans nothing when the delivery has ended', async () => {
      const bench = createDeliveryFixture(200);
      const { job } = await bench.prepare();
      await bench.deliver(job);
      const before = await bench.stored(job);
      await bench.deliver(job, 2);

      expect(bench.sender.requests).toHaveLength(1);
      expect(await bench.stored(job)).toEqual(before);
      expect(bench.planned()).toEqual([]);
    });

    it('records one attempt when the queue delivers the message twice', async () => {
      const bench = createDeliveryFixture(500, 200);
      const { job } = await bench.prepare();
      await bench.deliver(job);
      const before = await bench.stored(job);
      await bench.deliver(job);

      expect(await bench.stored(job)).toEqual(before);
      const listed = await bench.platform.deliveries.list(job.endpointId, { order: 'asc', limit: 9 });
      expect(listed).toHaveLength(1);
      expect(bench.planned()).toEqual([retryOf(job, 2, 10), retryOf(job, 2, 10)]);
    });
  });

  it('plans nothing for an attempt if the delivery advanced during its request', async () => {
    const bench = createDeliveryFixture(500);
    const { job } = await bench.prepare();
    bench.whileInFlight(async () => {
      for (const number of [1, 2]) {
        await bench.platform.deliveries.recordAttempt(toDelivery(job), anAttempt({ number }), aRetry());
      }
    });
    await bench.deliver(job);

    expect((await bench.stored(job))?.attempts).toHaveLength(2);
    expect(bench.planned()).toEqual([]);
  });

  describe('a retry', () => {
    async function retrying() {
      const bench = createDeliveryFixture(500);
      const prepared = await bench.prepare();
      await bench.deliver(prepared.job);
      bench.queue.sent.length = 0;
      bench.clock.advance(10);
      return { bench, ...prepared, retry: retryOf(prepared.job, 2, 10) };
    }

    it('that another run owns fails, so that its message is received again', async () => {
      const { bench, retry } = await retrying();
      const { endpointId, deliveryId } = retry;
      await bench.platform.deliveries.claim({ endpointId, id: deliveryId }, 2, secondsAfterNow(10));

      await expect(bench.deliver(retry)).rejects.toThrow('Another run');
      expect(bench.sender.requests).toHaveLength(1);
      bench.clock.advance(60);
      await bench.deliver(retry, 2);
      expect(bench.sender.requests).toHaveLength(2);
    });

    it('that is superseded does nothing', async () => {
      const { bench, job, retry } = await retrying();
      await bench.deliver(retry);
      const before = await bench.stored(job);
      await bench.deliver(job, 5);
      await bench.deliver(retry);

      expect(bench.sender.requests).toHaveLength(2);
      expect(await bench.stored(job)).toEqual(before);
      expect(bench.planned()).toEqual([]);
    });

    it.each([2, 3])('of a delivery without a record does nothing, as attempt %i', async (attempt) => {
      const bench = createDeliveryFixture();
      const { job } = await bench.prepare();
      await bench.deliver(retryOf(job, attempt, 0));

      expect(bench.sender.requests).toEqual([]);
      expect(await bench.stored(job)).toBeUndefined();
    });

    it('whose payload was erased in the meantime is not sent', async () => {
      const { bench, event, retry } = await retrying();
      bench.platform.core.events.set(event.id, { ...event, body: '' });
      await bench.deliver(retry);

      expect(bench.sender.requests).toHaveLength(1);
      expect(await bench.stored(retry)).toMatchObject({ state: 'failed', reason: 'payload_expired' });
    });
  });

  describe('a message that arrives early', () => {
    it('is deferred to its time, without a claim', async () => {
      const bench = createDeliveryFixture(500);
      const { job } = await bench.prepare();
      await bench.deliver(job);
      bench.queue.sent.length = 0;
      const retry = retryOf(job, 2, 10);
      await bench.deliver(retry);

      expect(bench.sender.requests).toHaveLength(1);
      expect(bench.queue.sent).toEqual([{ job: retry, delaySeconds: 10 }]);
      bench.clock.advance(10);
      await bench.deliver(retry);
      expect(bench.sender.requests).toHaveLength(2);
    });

    it('by no more than the clock skew is sent', async () => {
      const bench = createDeliveryFixture();
      const { job } = await bench.prepare();
      await bench.deliver({ ...job, dueAt: secondsAfterNow(1).getTime() });

      expect(bench.sender.requests).toHaveLength(1);
    });
  });
});
