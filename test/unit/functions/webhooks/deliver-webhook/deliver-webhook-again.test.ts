import { describe, expect } from 'vitest';
import { type DeliveryJob, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { anAttempt, aRetry, deliveriesOf } from '#test/support/builders/webhooks/delivery-builders.ts';
import { it, createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

function retryOf(job: DeliveryJob, attempt: number, dueInSeconds: number): DeliveryJob {
  return { ...job, attempt, dueAt: secondsAfterNow(dueInSeconds).getTime(), body: null };
}

describe('deliver-webhook, with repeated or early messages', () => {
  describe('a message that is received again', () => {
    it('sends nothing when the attempt is recorded, but plans the retry again', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      await fixture.deliver(job, 2);

      expect(fixture.sender.requests).toHaveLength(1);
      expect((await fixture.stored(job))?.attempts).toHaveLength(1);
      expect(fixture.planned()).toEqual([retryOf(job, 2, 10), retryOf(job, 2, 10)]);
    });

    it('plans the retry that a crash after recording left out', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare();
      fixture.queue.breakDown();
      await expect(fixture.deliver(job)).rejects.toThrow('down');
      fixture.queue.repair();
      await fixture.deliver(job, 2);

      expect(fixture.sender.requests).toHaveLength(1);
      expect(fixture.planned()).toEqual([retryOf(job, 2, 10)]);
    });

    it('sends when the earlier run crashed before recording', async (fixture) => {
      const { job } = await fixture.prepare();
      await fixture.deliver(job, 2);

      expect(fixture.sender.requests).toHaveLength(1);
    });

    it('sends nothing and plans nothing when the delivery has ended', async () => {
      const fixture = createDeliveryFixture(200);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      const before = await fixture.stored(job);
      await fixture.deliver(job, 2);

      expect(fixture.sender.requests).toHaveLength(1);
      expect(await fixture.stored(job)).toEqual(before);
      expect(fixture.planned()).toEqual([]);
    });

    it('records one attempt when the queue delivers the message twice', async () => {
      const fixture = createDeliveryFixture(500, 200);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      const before = await fixture.stored(job);
      await fixture.deliver(job);

      expect(await fixture.stored(job)).toEqual(before);
      const listed = await fixture.platform.deliveries.list(deliveriesOf(job.endpointId), {
        order: 'asc',
        limit: 9,
      });
      expect(listed).toHaveLength(1);
      expect(fixture.planned()).toEqual([retryOf(job, 2, 10), retryOf(job, 2, 10)]);
    });
  });

  it('plans nothing for an attempt if the delivery advanced during its request', async () => {
    const fixture = createDeliveryFixture(500);
    const { job } = await fixture.prepare();
    fixture.whileInFlight(async () => {
      for (const number of [1, 2]) {
        await fixture.platform.deliveries.recordAttempt(toDelivery(job), anAttempt({ number }), aRetry());
      }
    });
    await fixture.deliver(job);

    expect((await fixture.stored(job))?.attempts).toHaveLength(2);
    expect(fixture.planned()).toEqual([]);
  });

  describe('a retry', () => {
    async function retrying() {
      const fixture = createDeliveryFixture(500);
      const prepared = await fixture.prepare();
      await fixture.deliver(prepared.job);
      fixture.queue.sent.length = 0;
      fixture.clock.advance(10);
      return { fixture, ...prepared, retry: retryOf(prepared.job, 2, 10) };
    }

    it('that another run owns fails, so that its message is received again', async () => {
      const { fixture, retry } = await retrying();
      const { endpointId, deliveryId } = retry;
      await fixture.platform.deliveries.claim(
        { endpointId, shard: 0, id: deliveryId },
        2,
        secondsAfterNow(10),
      );

      await expect(fixture.deliver(retry)).rejects.toThrow('Another run');
      expect(fixture.sender.requests).toHaveLength(1);
      fixture.clock.advance(60);
      await fixture.deliver(retry, 2);
      expect(fixture.sender.requests).toHaveLength(2);
    });

    it('that is superseded does nothing', async () => {
      const { fixture, job, retry } = await retrying();
      await fixture.deliver(retry);
      const before = await fixture.stored(job);
      await fixture.deliver(job, 5);
      await fixture.deliver(retry);

      expect(fixture.sender.requests).toHaveLength(2);
      expect(await fixture.stored(job)).toEqual(before);
      expect(fixture.planned()).toEqual([]);
    });

    it.each([2, 3])(
      'of a delivery without a record does nothing, as attempt %i',
      async (attempt, fixture) => {
        const { job } = await fixture.prepare();
        await fixture.deliver(retryOf(job, attempt, 0));

        expect(fixture.sender.requests).toEqual([]);
        expect(await fixture.stored(job)).toBeUndefined();
      },
    );

    it('whose payload was erased in the meantime is not sent', async () => {
      const { fixture, event, retry } = await retrying();
      fixture.platform.core.events.set(event.id, { ...event, body: '' });
      await fixture.deliver(retry);

      expect(fixture.sender.requests).toHaveLength(1);
      expect(await fixture.stored(retry)).toMatchObject({ state: 'failed', reason: 'payload_expired' });
    });
  });

  describe('a message that arrives early', () => {
    it('is deferred to its time, without a claim', async () => {
      const fixture = createDeliveryFixture(500);
      const { job } = await fixture.prepare();
      await fixture.deliver(job);
      fixture.queue.sent.length = 0;
      const retry = retryOf(job, 2, 10);
      await fixture.deliver(retry);

      expect(fixture.sender.requests).toHaveLength(1);
      expect(fixture.queue.sent).toEqual([{ job: retry, delaySeconds: 10 }]);
      fixture.clock.advance(10);
      await fixture.deliver(retry);
      expect(fixture.sender.requests).toHaveLength(2);
    });

    it('by no more than the clock skew is sent', async (fixture) => {
      const { job } = await fixture.prepare();
      await fixture.deliver({ ...job, dueAt: secondsAfterNow(1).getTime() });

      expect(fixture.sender.requests).toHaveLength(1);
    });
  });
});
