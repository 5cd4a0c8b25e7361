import { describe, expect, it } from 'vitest';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';

describe('deliver-webhook, with two messages for one first attempt', () => {
  it('sends once when the late message follows the other, although it was never received before', async () => {
    const fixture = createDeliveryFixture();
    const { job } = await fixture.prepare();
    fixture.clock.advance(301);
    // The message of the sweep, then the one that the sweep had considered lost.
    await fixture.deliver(job);
    await fixture.deliver(job);

    expect(fixture.sender.requests).toHaveLength(1);
    expect(await fixture.stored(job)).toMatchObject({ state: 'succeeded', attempts: [{ number: 1 }] });
  });

  it('plans one retry, twice, when the first attempt failed', async () => {
    const fixture = createDeliveryFixture(500);
    const { job } = await fixture.prepare();
    fixture.clock.advance(301);
    await fixture.deliver(job);
    await fixture.deliver(job);

    expect(fixture.sender.requests).toHaveLength(1);
    expect(new Set(fixture.planned().map(({ attempt, dueAt }) => `${attempt} ${dueAt}`)).size).toBe(1);
  });
});
