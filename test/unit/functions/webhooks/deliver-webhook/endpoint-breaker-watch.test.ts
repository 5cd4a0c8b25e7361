import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

type Fixture = ReturnType<typeof createDeliveryFixture>;

/** A fixture whose requests are open for this long. */
async function taking(milliseconds: number) {
  const fixture = createDeliveryFixture();
  const prepared = await fixture.prepare();
  fixture.whileInFlight(async () => fixture.timers.pass(milliseconds));
  return { fixture, ...prepared };
}

/** Counts the writes about slowness. */
function counting(fixture: Fixture): () => number {
  const { health } = fixture.platform;
  const markSlow = health.markSlow.bind(health);
  let writes = 0;
  health.markSlow = (...args) => {
    writes += 1;
    return markSlow(...args);
  };
  return () => writes;
}

describe('deliver-webhook, watching a request', () => {
  it('returns the delivery of a slow endpoint to the slow lane after an outage of the key service', async () => {
    const { fixture, endpoint, job } = await taking(0);
    await fixture.platform.health.markSlow(endpoint, secondsAfterNow(300), secondsAfterNow(0));
    fixture.secrets.breakDown();
    await fixture.deliver({ ...job, slow: true });
    fixture.secrets.repair();
    fixture.clock.advance(60);
    const [deferred] = fixture.queue.sent;
    await fixture.deliver(deferred?.job ?? job);

    expect(fixture.sender.requests).toEqual([]);
    expect(fixture.slowLane.sent.map((sent) => sent.job.slow)).toEqual([true]);
  });

  it('marks the endpoint slow for a minute once a request has been open for a second', async () => {
    const { fixture, endpoint, job } = await taking(1000);
    let seen: Date | null | undefined;
    fixture.whileInFlight(async () => {
      fixture.timers.pass(1000);
      seen = (await fixture.healthOf(endpoint))?.slowUntil;
    });
    await fixture.deliver(job);

    expect(seen).toEqual(secondsAfterNow(60));
  });

  it('writes nothing for a request that ends before, and cancels the timer', async () => {
    const { fixture, endpoint, job } = await taking(999);
    await fixture.deliver(job);
    expect(fixture.timers.waiting).toBe(0);
    fixture.timers.pass(9999);

    expect(await fixture.healthOf(endpoint)).toMatchObject({ slowUntil: null });
  });

  it('measures only the receiver: a slow key service marks no endpoint slow', async () => {
    const { fixture, endpoint, job } = await taking(0);
    const open = fixture.secrets.open.bind(fixture.secrets);
    fixture.secrets.open = (...args) => {
      fixture.timers.pass(9999);
      return open(...args);
    };
    await fixture.deliver(job);

    expect(await fixture.healthOf(endpoint)).toMatchObject({ slowUntil: null });
  });

  it('cancels the timer when the attempt cannot be made', async () => {
    const { fixture, job } = await taking(0);
    fixture.whileInFlight(() => Promise.reject(new Error('Cut off')));

    await expect(fixture.deliver(job)).rejects.toThrow('Cut off');
    expect(fixture.timers.waiting).toBe(0);
  });

  it('routes the next delivery to the slow lane', async () => {
    const { fixture, endpoint, job } = await taking(1000);
    await fixture.deliver(job);
    const { job: next } = await fixture.ingest(endpoint);
    await fixture.deliver(next);

    expect(fixture.sender.requests).toHaveLength(1);
    expect(fixture.slowLane.sent).toMatchObject([{ job: { deliveryId: next.deliveryId, slow: true } }]);
  });

  it('logs the lane of each attempt', async () => {
    const { fixture, endpoint, job } = await taking(0);
    await fixture.deliver(job);
    await fixture.deliver({ ...(await fixture.ingest(endpoint)).job, slow: true });

    expect(fixture.log.lines.map(({ fields }) => fields?.['lane'])).toEqual(['normal', 'slow']);
  });

  it('writes at most once in ten seconds', async () => {
    const { fixture, endpoint, job } = await taking(1000);
    const writes = counting(fixture);
    await fixture.deliver(job);
    for (const seconds of [0, 5, 4.999]) {
      fixture.clock.advance(seconds);
      await fixture.deliver({ ...(await fixture.ingest(endpoint)).job, slow: true });
    }
    expect(writes()).toBe(1);
    expect(await fixture.healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(60) });

    fixture.clock.advance(0.001);
    await fixture.deliver({ ...(await fixture.ingest(endpoint)).job, slow: true });
    expect(writes()).toBe(2);
    expect(await fixture.healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(70) });
  });

  it('returns to the normal lane a minute after the last slow request', async () => {
    const { fixture, endpoint, job } = await taking(1000);
    await fixture.deliver(job);
    fixture.clock.advance(60);
    const { job: next } = await fixture.ingest(endpoint);
    await fixture.deliver(next);

    expect(fixture.sender.requests).toHaveLength(2);
  });

  it('waits for the write of slowUntil, because a function that has ended writes no more', async () => {
    const { fixture, job } = await taking(1000);
    const { deliveries, health } = fixture.platform;
    const recordAttempt = deliveries.recordAttempt.bind(deliveries);
    const order: string[] = [];
    health.markSlow = async () => {
      await setImmediate();
      order.push('marked');
    };
    deliveries.recordAttempt = (...args) => {
      order.push('recorded');
      return recordAttempt(...args);
    };
    await fixture.deliver(job);

    expect(order).toEqual(['marked', 'recorded']);
  });

  it('fails no attempt because slowUntil cannot be written', async () => {
    const { fixture, endpoint, job } = await taking(1000);
    fixture.platform.health.markSlow = () => Promise.reject(new Error('The store is down'));
    await fixture.deliver(job);

    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded' });
    expect(fixture.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        code: 'HEALTH_NOT_RECORDED',
        fields: expect.objectContaining({ endpoint_id: endpoint.id }),
      }),
    );
  });
});
