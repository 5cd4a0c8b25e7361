import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

const MAX_DELAY_MS = 15 * 60_000;

describe('deliver-webhook, a deferred attempt that was made as a probe', () => {
  it('leaves the next attempt deferred: no second message, no second wait', async () => {
    const bench = createDeliveryFixture(withoutResponse(), withoutResponse());
    const { endpoint, job } = await bench.prepare();
    await openBreaker(bench.platform.health, endpoint, { probeAt: secondsAfterNow(30 * 86_400) });
    const take = () => [...bench.slowLane.sent.splice(0), ...bench.queue.sent.splice(0)];

    await bench.deliver(job);
    const [ownWake] = take();
    bench.clock.advance(30);
    // As `release-deliveries` makes it a probe, which gets no response either.
    await bench.deliver({ ...(ownWake?.job ?? job), dueAt: bench.clock().getTime() });
    const [second] = take();
    bench.clock.advance(second?.delaySeconds ?? 0);
    await bench.deliver(second?.job ?? job);
    const [wakeOfSecond, ...others] = take();
    expect(wakeOfSecond).toMatchObject({ job: { attempt: 2, deferred: true } });
    expect(others).toEqual([]);
    const deferred = await bench.stored(job);

    bench.clock.advance(ownWake?.delaySeconds ?? 0);
    await bench.deliver(ownWake?.job ?? job);

    expect(take()).toEqual([]);
    expect(await bench.stored(job)).toEqual(deferred);
    const due = second?.job.dueAt ?? 0;
    expect((deferred?.nextAttemptAt?.getTime() ?? 0) - due).toBeLessThanOrEqual(MAX_DELAY_MS);
  });
});
