import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

type Fixture = ReturnType<typeof createDeliveryFixture>;

/** A fixture whose requests are open for this long. */
async function taking(milliseconds: number) {
  const bench = createDeliveryFixture();
  const prepared = await bench.prepare();
  bench.whileInFlight(async () => bench.timers.pass(milliseconds));
  return { bench, ...prepared };
}

/** Counts the writes about slowness. */
function counting(bench: Fixture): () => number {
  const { health } = bench.platform;
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
    const { bench, endpoint, job } = await taking(0);
    await bench.platform.health.markSlow(endpoint, secondsAfterNow(300), secondsAfterNow(0));
    bench.secrets.breakDown();
    await bench.deliver({ ...job, slow: true });
    bench.secrets.repair();
    bench.clock.advance(60);
    const [deferred] = bench.queue.sent;
    await bench.deliver(deferred?.job ?? job);

    expect(bench.sender.requests).toEqual([]);
    expect(bench.slowLane.sent.map((sent) => sent.job.slow)).toEqual([true]);
  });

  it('marks the endpoint slow for a minute once a request has been open for a second', async () => {
    const { bench, endpoint, job } = await taking(1000);
    let seen: Date | null | undefined;
    bench.whileInFlight(async () => {
      bench.timers.pass(1000);
      seen = (await bench.healthOf(endpoint))?.slowUntil;
    });
    await bench.deliver(job);

    expect(seen).toEqual(secondsAfterNow(60));
  });

  it('writes nothing for a request that ends before, and cancels the timer', async () => {
    const { bench, endpoint, job } = await taking(999);
    await bench.deliver(job);
    expect(bench.timers.waiting).toBe(0);
    bench.timers.pass(9999);

    expect(await bench.healthOf(endpoint)).toMatchObject({ slowUntil: null });
  });

  it('measures only the receiver: a slow key service marks no endpoint slow', async () => {
    const { bench, endpoint, job } = await taking(0);
    const open = bench.secrets.open.bind(bench.secrets);
    bench.secrets.open = (...args) => {
      bench.timers.pass(9999);
      return open(...args);
    };
    await bench.deliver(job);

    expect(await bench.healthOf(endpoint)).toMatchObject({ slowUntil: null });
  });

  it('cancels the timer when the attempt cannot be made', async () => {
    const { bench, job } = await taking(0);
    bench.whileInFlight(() => Promise.reject(new Error('Cut off')));

    await expect(bench.deliver(job)).rejects.toThrow('Cut off');
    expect(bench.timers.waiting).toBe(0);
  });

  it('routes the next delivery to the slow lane', async () => {
    const { bench, endpoint, job } = await taking(1000);
    await bench.deliver(job);
    const { job: next } = await bench.ingest(endpoint);
    await bench.deliver(next);

    expect(bench.sender.requests).toHaveLength(1);
    expect(bench.slowLane.sent).toMatchObject([{ job: { deliveryId: next.deliveryId, slow: true } }]);
  });

  it('writes at most once in ten seconds', async () => {
    const { bench, endpoint, job } = await taking(1000);
    const writes = counting(bench);
    await bench.deliver(job);
    for (const seconds of [0, 5, 4.999]) {
      bench.clock.advance(seconds);
      await bench.deliver({ ...(await bench.ingest(endpoint)).job, slow: true });
    }
    expect(writes()).toBe(1);
    expect(await bench.healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(60) });

    bench.clock.advance(0.001);
    await bench.deliver({ ...(await bench.ingest(endpoint)).job, slow: true });
    expect(writes()).toBe(2);
    expect(await bench.healthOf(endpoint)).toMatchObject({ slowUntil: secondsAfterNow(70) });
  });

  it('returns to the normal lane a minute after the last slow request', async () => {
    const { bench, endpoint, job } = await taking(1000);
    await bench.deliver(job);
    bench.clock.advance(60);
    const { job: next } = await bench.ingest(endpoint);
    await bench.deliver(next);

    expect(bench.sender.requests).toHaveLength(2);
  });

  it('waits for the write of slowUntil, because a function that has ended writes no more', async () => {
    const { bench, job } = await taking(1000);
    const { deliveries, health } = bench.platform;
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
    await bench.deliver(job);

    expect(order).toEqual(['marked', 'recorded']);
  });

  it('fails no attempt because slowUntil cannot be written', async () => {
    const { bench, endpoint, job } = await taking(1000);
    bench.platform.health.markSlow = () => Promise.reject(new Error('The store is down'));
    await bench.deliver(job);

    expect(await bench.stored(job)).toMatchObject({ state: 'succeeded' });
    expect(bench.log.lines).toContainEqual(
      expect.objectContaining({
        level: 'warn',
        code: 'HEALTH_NOT_RECORDED',
        fields: expect.objectContaining({ endpoint_id: endpoint.id }),
      }),
    );
  });
});
