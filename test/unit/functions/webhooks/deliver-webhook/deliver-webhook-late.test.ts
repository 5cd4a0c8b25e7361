import { describe, expect, it } from 'vitest';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

describe('deliver-webhook, with two messages for one first attempt', () => {
  it('sends once when the late message follows the other, although it was never received before', async () => {
    const bench = createDeliveryFixture();
    const { job } = await bench.prepare();
    bench.clock.advance(301);
    // The message of the sweep, then the one that the sweep had considered lost.
    await bench.deliver(job);
    await bench.deliver(job);

    expect(bench.sender.requests).toHaveLength(1);
    expect(await bench.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
  });

  it('plans one retry, twice, when the first attempt failed', async () => {
    const bench = createDeliveryFixture(500);
    const { job } = await bench.prepare();
    bench.clock.advance(301);
    await bench.deliver(job);
    await bench.deliver(job);

    expect(bench.sender.requests).toHaveLength(1);
    expect(new Set(bench.planned().map(({ attempt, dueAt }) => `${attempt} ${dueAt}`)).size).toBe(1);
  });
});
