import { describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/webhooks/domain/endpoint.ts';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
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
  const fixture = createDeliveryFixture(...durations.map((durationMs) => ({ ...response, durationMs })));
  const slow = async () => {
    const { endpoint } = await fixture.prepare();
    await fixture.platform.health.markSlow(endpoint, secondsAfterNow(60), secondsAfterNow(0));
    return endpoint;
  };
  return { fixture, slow, endpoint: await slow() };
}

/** Makes this many deliveries in the slow lane; returns until when the endpoint counts as slow then. */
async function deliver(
  fixture: ReturnType<typeof createDeliveryFixture>,
  endpoint: Endpoint,
  deliveries: number,
) {
  for (let made = 0; made < deliveries; made += 1) {
    await fixture.deliver({ ...(await fixture.ingest(endpoint)).job, slow: true });
  }
  return (await fixture.healthOf(endpoint))?.slowUntil;
}

const NINE_QUICK = Array.from({ length: 9 }, () => 999);

describe('deliver-webhook, in the slow lane', () => {
  it('removes the endpoint from the slow lane after the tenth fast response in a row', async () => {
    const { fixture, endpoint } = await inSlowLane(...NINE_QUICK, 999);

    expect(await deliver(fixture, endpoint, 9)).toEqual(secondsAfterNow(60));
    expect(await deliver(fixture, endpoint, 1)).toBeNull();
  });

  it('counts from zero after a slow response', async () => {
    const { fixture, endpoint } = await inSlowLane(...NINE_QUICK, 1000, ...NINE_QUICK);

    expect(await deliver(fixture, endpoint, 19)).toEqual(secondsAfterNow(60));
    expect(await deliver(fixture, endpoint, 1)).toBeNull();
  });

  it('counts each endpoint separately', async () => {
    const { fixture, endpoint, slow } = await inSlowLane();
    const other = await slow();
    await deliver(fixture, endpoint, 9);

    expect(await deliver(fixture, other, 1)).toEqual(secondsAfterNow(60));
  });

  it('keeps slowUntil if it was set again in the meantime', async () => {
    const { fixture, endpoint } = await inSlowLane();
    await deliver(fixture, endpoint, 9);
    fixture.whileInFlight(() =>
      fixture.platform.health.markSlow(endpoint, secondsAfterNow(61), secondsAfterNow(60)),
    );

    expect(await deliver(fixture, endpoint, 1)).toEqual(secondsAfterNow(61));
  });

  it('writes nothing for an endpoint that is not slow', async () => {
    const fixture = createDeliveryFixture();
    const { endpoint } = await fixture.prepare();
    fixture.platform.health.clearSlow = () => Promise.reject(new Error('Written'));
    await deliver(fixture, endpoint, 11);

    expect(fixture.log.lines.filter(({ level }) => level === 'warn')).toEqual([]);
  });
});
