import { describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import type { ReleaseJob } from '#shared/webhooks/domain/release-job.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aRetry, anAttempt } from '#test/support/builders/webhooks/delivery-builders.ts';
import type { MemoryDeliveryQueue } from '#test/support/fakes/webhooks/memory-delivery-queue.ts';
import { BREAKER } from '#test/support/fixtures/webhooks/delivery-fixture.ts';
import { startReleaseFixture } from '#test/support/fixtures/webhooks/release-fixture.ts';

const NEXT_PROBE_DELAY = BREAKER.probeSeconds + 1;

function idsIn(queue: MemoryDeliveryQueue): string[] {
  return queue.sent.map(({ job }) => job.deliveryId);
}

describe('release-deliveries, while the breaker is open', () => {
  it('sends the oldest deferred delivery, now and in the slow lane, and schedules the job after the next probe', async () => {
    const fixture = await startReleaseFixture({ probeIn: 0 });
    await fixture.run();

    expect(fixture.slowLane.sent).toMatchObject([
      {
        job: {
          deliveryId: fixture.deferred[0]?.id,
          attempt: 1,
          dueAt: NOW.getTime(),
          slow: true,
          deferred: true,
          body: null,
        },
        delaySeconds: 0,
      },
    ]);
    expect(fixture.queue.sent).toEqual([]);
    expect(fixture.releases.sent).toEqual([
      {
        job: { endpointId: fixture.endpoint.id, after: null, secondPass: false },
        delaySeconds: NEXT_PROBE_DELAY,
      },
    ]);
    expect(fixture.log.lines).toMatchObject([
      { code: 'ENDPOINT_PROBED', fields: { delivery_id: fixture.deferred[0]?.id } },
    ]);
  });

  it('probes with the next one when the index still lists a delivery that has ended', async () => {
    const fixture = await startReleaseFixture({ probeIn: 0 });
    const { list } = fixture.platform.deferred;
    const [stale, next] = fixture.deferred;
    // The index limits the page; deliveries that are no longer deferred are filtered out afterwards.
    fixture.platform.deferred.list = async (endpointId, page) => {
      const found = await list(endpointId, page);
      return { ...found, deferred: found.deferred.filter(({ id }) => id !== stale?.id) };
    };
    await fixture.run();

    expect(idsIn(fixture.slowLane)).toEqual([next?.id]);
  });

  it('continues while there is no response, with another delivery each time', async () => {
    const fixture = await startReleaseFixture({ probeIn: 0 });
    for (const [index, delivery] of fixture.deferred.entries()) {
      await fixture.run(fixture.releases.sent.at(-1)?.job);
      const retry = aRetry({ reason: 'receiver_timeout' });
      await fixture.platform.deliveries.recordAttempt(delivery, anAttempt({ outcome: 'timeout' }), retry);
      expect(fixture.releases.sent).toHaveLength(index + 1);
      fixture.clock.advance(NEXT_PROBE_DELAY);
    }
    await fixture.run();

    expect(idsIn(fixture.slowLane)).toEqual(fixture.deferred.map(({ id }) => id));
    expect(fixture.releases.sent).toHaveLength(3);
  });

  it('schedules no next probe when another job has claimed the probe', async () => {
    const fixture = await startReleaseFixture({ probeIn: 0 });
    await fixture.run();
    await fixture.run();

    expect(fixture.slowLane.sent).toHaveLength(1);
    expect(fixture.releases.sent).toHaveLength(1);
  });

  it('ends it before the time of the probe', async () => {
    const fixture = await startReleaseFixture({ probeIn: 1 });
    await fixture.run();

    expect(fixture.slowLane.sent).toEqual([]);
    expect(fixture.releases.sent).toEqual([]);
  });

  it('leaves the probe to the next delivery when nothing is deferred', async () => {
    const fixture = await startReleaseFixture({ deferred: 0, probeIn: 0 });
    await fixture.run();

    expect(fixture.slowLane.sent).toEqual([]);
    expect(fixture.releases.sent).toEqual([]);
    expect(await fixture.platform.health.claimProbe(fixture.endpoint, NOW, secondsAfterNow(30))).toBe(true);
  });
});

describe('release-deliveries, when the endpoint responds again', () => {
  /** Processes the first probe job and those it sends; returns the time of each, in seconds, and what it released. */
  async function runToEnd(fixture: Awaited<ReturnType<typeof startReleaseFixture>>) {
    const steps: { at: number; released: string[] }[] = [];
    let next: Partial<ReleaseJob> | undefined = {};
    while (next && steps.length < 20) {
      fixture.queue.sent.length = 0;
      await fixture.run(next);
      steps.push({ at: (fixture.clock().getTime() - NOW.getTime()) / 1000, released: idsIn(fixture.queue) });
      const [sent, ...more] = fixture.releases.sent.splice(0);
      expect(more).toEqual([]);
      fixture.clock.advance(sent?.delaySeconds ?? 0);
      next = sent?.job;
    }
    return steps;
  }

  it('releases all deliveries, to be sent now and not deferred again', async () => {
    const fixture = await startReleaseFixture();
    fixture.clock.advance(60);
    await fixture.run();

    expect(fixture.queue.sent).toMatchObject(
      fixture.deferred.map(({ id }) => ({
        job: { deliveryId: id, dueAt: secondsAfterNow(60).getTime(), deferred: true },
        delaySeconds: 0,
      })),
    );
    expect(fixture.queue.sent.filter(({ job }) => job.slow)).toEqual([]);
    expect(fixture.log.lines).toMatchObject([{ code: 'DEFERRED_RELEASED', fields: { deliveries: 3 } }]);
  });

  it('releases 100 per second, the oldest first, and makes another pass 20 s later', async () => {
    const fixture = await startReleaseFixture({ deferred: 250 });
    const ids = fixture.deferred.map(({ id }) => id);
    const pages = [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)];
    const steps = await runToEnd(fixture);

    expect(steps.map(({ at }) => at)).toEqual([0, 1, 2, 22, 23, 24]);
    // Nothing was delivered in the meantime: the second pass finds them all again.
    expect(steps.map((step) => step.released)).toEqual([...pages, ...pages]);
  });

  it('finds in the second pass what was deferred while the breaker closed, and ends', async () => {
    const fixture = await startReleaseFixture({ deferred: 0 });
    await fixture.run();
    const late = await fixture.defer(-9999);
    fixture.clock.advance(20);
    const [second] = fixture.releases.sent.splice(0);
    await fixture.run(second?.job);

    expect(second).toMatchObject({ job: { after: null, secondPass: true }, delaySeconds: 20 });
    expect(idsIn(fixture.queue)).toEqual([late.id]);
    expect(fixture.releases.sent).toEqual([]);
  });

  it('logs nothing when nothing was deferred', async () => {
    const fixture = await startReleaseFixture({ deferred: 0 });
    await fixture.run();

    expect(fixture.log.lines).toEqual([]);
  });
});

describe('release-deliveries, for an endpoint that cannot be sent to', () => {
  it.each([
    ['paused', { enabled: false }],
    ['suspended', { suspendedReason: 'admin_lost_access' }],
  ] as const)('does nothing while it is %s', async (_, endpoint) => {
    const fixture = await startReleaseFixture({ endpoint });
    await fixture.run();

    expect([fixture.queue.sent, fixture.slowLane.sent, fixture.releases.sent]).toEqual([[], [], []]);
  });

  it('does nothing once it is deleted', async () => {
    const fixture = await startReleaseFixture({ probeIn: 0 });
    await fixture.platform.endpoints.remove(fixture.endpoint, aContext());
    await fixture.run();

    expect([fixture.queue.sent, fixture.slowLane.sent, fixture.releases.sent]).toEqual([[], [], []]);
  });

  it('does nothing for an endpoint that never existed', async () => {
    const fixture = await startReleaseFixture();
    await fixture.run({ endpointId: newId(NOW) });

    expect([fixture.queue.sent, fixture.slowLane.sent, fixture.releases.sent]).toEqual([[], [], []]);
  });
});
