import { describe, expect, it } from 'vitest';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createDeliveryFixture } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { openBreaker, withoutResponse } from '#test/support/fixtures/webhooks/unresponsive.ts';

describe('the history of a delivery that is deferred before every attempt', () => {
  it('has six attempts, each within 15 minutes of its scheduled time, and ends as failed', async () => {
    const fixture = createDeliveryFixture(...Array.from({ length: 6 }, () => withoutResponse()));
    const { endpoint, job } = await fixture.prepare();
    // Its probe always belongs to another delivery.
    const probeAt = secondsAfterNow(30 * 86_400);
    await openBreaker(fixture.platform.health, endpoint, { probeAt });

    const due = new Map<number, number>();
    const kinds: string[] = [];
    let waiting = [{ at: NOW.getTime(), message: job }];
    while (waiting.length > 0) {
      const [next, ...others] = waiting.toSorted((a, b) => a.at - b.at);
      if (!next) break;
      fixture.clock.advance((next.at - fixture.clock().getTime()) / 1000);
      const { message } = next;
      if (!message.deferred) due.set(message.attempt, message.dueAt);
      kinds.push(`${message.attempt} ${message.deferred ? 'made' : 'put off'}`);
      await fixture.deliver(message);
      const now = fixture.clock().getTime();
      const sent = [...fixture.queue.sent.splice(0), ...fixture.slowLane.sent.splice(0)];
      waiting = [
        ...others,
        ...sent.map((each) => ({ at: now + each.delaySeconds * 1000, message: each.job })),
        ...fixture.planner.schedules.splice(0).map((each) => ({ at: each.at.getTime(), message: each.job })),
      ];
    }

    const delivery = await fixture.stored(job);
    expect(kinds).toEqual([1, 2, 3, 4, 5, 6].flatMap((attempt) => [`${attempt} put off`, `${attempt} made`]));
    expect(delivery).toMatchObject({ state: 'failed', nextAttemptAt: null });
    expect(delivery?.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { number, startedAt } of delivery?.attempts ?? []) {
      const late = startedAt.getTime() - (due.get(number) ?? 0);
      expect(late).toBeGreaterThan(0);
      expect(late).toBeLessThanOrEqual(15 * 60_000);
    }
  });
});
