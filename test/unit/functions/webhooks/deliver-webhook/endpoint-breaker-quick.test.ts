import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

/** A fixture with an endpoint in the slow lane whose responses take the given milliseconds, in turn. */
async function inSlowLane(...durations: readonly number[]) {
  const response = {
    outcome: 'success',
    statusCode: 200,
    error: null,
    retryAfter: null,
    responseText: null,
  } as const;
  const bench = createDeliveryFixture(...durations.map((durationMs) => ({ ...response, durationMs })));
  const slow = async () => {
    const { endpoint } = await bench.prepare();
    await bench.platform.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(0));
    return endpoint;
  };
  return { bench, slow, endpoint: await slow() };
}

/** Makes this many deliveries in the slow lane; returns until when the endpoint counts as slow then. */
async function deliver(
  bench: ReturnType<typeof createDeliveryFixture>,
  endpoint: Endpoint,
  deliveries: number,
) {
  for (let made = 0; made < deliveries; made += 1) {
    await bench.deliver({ ...(await bench.ingest(endpoint)).job, slow: true });
  }
  return (await bench.healthOf(endpoint))?.slowUntil;
}

const NINE_QUICK = Array.from({ length: 9 }, () => 999);

describe('deliver-webhook, in the slow lane', () => {
  it('removes the endpoint from the slow lane after the tenth fast response in a row', async () => {
    const { bench, endpoint } = await inSlowLane(...NINE_QUICK, 999);

    expect(await deliver(bench, endpoint, 9)).toEqual(secondsAfterNow(60));
    expect(await deliver(bench, endpoint, 1)).toBeNull();
  });

  it('counts from zero after a slow response', async () => {
    const { bench, endpoint } = await inSlowLane(...NINE_QUICK, 1000, ...NINE_QUICK);

    expect(await deliver(bench, endpoint, 19)).toEqual(secondsAfterNow(60));
    expect(await deliver(bench, endpoint, 1)).toBeNull();
  });

  it('counts each endpoint separately', async () => {
    const { bench, endpoint, slow } = await inSlowLane();
    const other = await slow();
    await deliver(bench, endpoint, 9);

    expect(await deliver(bench, other, 1)).toEqual(secondsAfterNow(60));
  });

  it('keeps slowUntil if it was set again in the meantime', async () => {
    const { bench, endpoint } = await inSlowLane();
    await deliver(bench, endpoint, 9);
    bench.whileInFlight(() =>
      bench.platform.health.markSlow(endpoint, secondsAfterNow(61), secondsAfterNow(60)),
    );

    expect(await deliver(bench, endpoint, 1)).toEqual(secondsAfterNow(61));
  });

  it('writes nothing for an endpoint that is not slow', async () => {
    const bench = createDeliveryFixture();
    const { endpoint } = await bench.prepare();
    bench.platform.health.clearSlow = () => Promise.reject(new Error('Written'));
    await deliver(bench, endpoint, 11);

    expect(bench.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
