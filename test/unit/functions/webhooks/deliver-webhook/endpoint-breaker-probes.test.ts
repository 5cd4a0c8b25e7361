import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

const MAX_DELAY_MS = 15 * 60_000;

describe('deliver-webhook, a deferred attempt that was made as a probe', () => {
  it('leaves the next attempt deferred: no second message, no second wait', async () => {
    const fixture = createDeliveryFixture(withoutResponse(), withoutResponse());
    const { endpoint, job } = await fixture.prepare();
    await openBreaker(fixture.platform.health, endpoint, { probeAt: secondsAfterNow(30 * 86_400) });
    const take = () => [...fixture.slowLane.sent.splice(0), ...fixture.queue.sent.splice(0)];

    await fixture.deliver(job);
    const [ownWake] = take();
    fixture.clock.advance(30);
    // As `release-deliveries` makes it a probe, which gets no response either.
    await fixture.deliver({ ...(ownWake?.job ?? job), dueAt: fixture.clock().getTime() });
    const [second] = take();
    fixture.clock.advance(second?.delaySeconds ?? 0);
    await fixture.deliver(second?.job ?? job);
    const [wakeOfSecond, ...others] = take();
    expect(wakeOfSecond).toMatchObject({ job: { attempt: 2, deferred: true } });
    expect(others).toEqual([]);
    const deferred = await fixture.stored(job);

    fixture.clock.advance(ownWake?.delaySeconds ?? 0);
    await fixture.deliver(ownWake?.job ?? job);

    expect(take()).toEqual([]);
    expect(await fixture.stored(job)).toEqual(deferred);
    const due = second?.job.dueAt ?? 0;
    expect((deferred?.nextAttemptAt?.getTime() ?? 0) - due).toBeLessThanOrEqual(MAX_DELAY_MS);
  });
});
