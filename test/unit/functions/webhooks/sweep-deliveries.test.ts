import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHandler as createRecoverDeliveriesHandler } from '#functions/webhooks/recover-deliveries/handler.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import {
  aContext,
  aDelivery,
  anAttempt,
  anEndpoint,
  aRecovery,
  aRetry,
  createWorkspaceIn,
  secondsAfterNow,
  NOW,
} from '#test/support/builders/platform/builders.ts';
import { createMemoryRecoveryQueue } from '#test/support/fakes/webhooks/memory-recovery-queue.ts';
import { createMemoryFixture } from '#test/support/fixtures/platform/platform-fixture.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

const firstsOf = (event: RecordedEvent) =>
  planDeliveries(event, deliveryIdFor).map((job) => ({ id: job.deliveryId, attempt: 1 }));
const retryOf = (delivery: Delivery) => ({ id: delivery.id, attempt: delivery.attempts.length + 1 });

function sorted(queued: readonly { id: string }[]) {
  return queued.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** A fixture whose sweeps have started. */
async function startSweeps(...args: Parameters<typeof createSweepFixture>) {
  const bench = createSweepFixture(...args);
  await bench.run();
  return bench;
}

describe('an event whose queue message was lost', () => {
  it('gets a first attempt for each match once it is older than five minutes', async () => {
    const bench = await startSweeps();
    const event = await bench.record(3);

    await bench.runFor(5);
    expect(bench.queued()).toEqual([]);
    await bench.runFor(1);
    expect(sorted(bench.queued())).toEqual(sorted(firstsOf(event)));
    expect(bench.queue.sent.map(({ job }) => job)).toEqual(planDeliveries(event, deliveryIdFor));
  });

  it('gets none for a match whose delivery is recorded', async () => {
    const bench = await startSweeps();
    const event = await bench.record(2);
    const [made, lost] = planDeliveries(event, deliveryIdFor);
    if (!made || !lost) throw new Error('Two matches are two deliveries');
    const { deliveries } = bench.platform;
    await deliveries.recordAttempt(
      toDelivery(made),
      anAttempt(),
      aRetry({ nextAttemptAt: secondsAfterNow(9999) }),
    );
    await bench.runFor(6);

    expect(bench.queued()).toEqual([{ id: lost.deliveryId, attempt: 1 }]);
    expect(await deliveries.find(lost.endpointId, lost.deliveryId)).toMatchObject({
      state: 'queued',
      nextAttemptAt: secondsAfterNow(360),
    });
  });

  it('is checked again ten minutes later, if the message is lost once more', async () => {
    const bench = await startSweeps();
    const event = await bench.record();
    await bench.runFor(6);
    await bench.runFor(13);
    expect(bench.queued()).toHaveLength(1);
    await bench.runFor(1);

    expect(bench.queued()).toEqual([...firstsOf(event), ...firstsOf(event)]);
    expect(bench.queue.sent.at(-1)?.job.body).toBeNull();
  });
});

describe('a delivery whose retry was lost', () => {
  it('gets its next attempt once that is three minutes late', async () => {
    const bench = await startSweeps();
    const delivery = await bench.retryIn(60);

    await bench.runFor(4);
    expect(bench.queued()).toEqual([]);
    await bench.runFor(1);
    expect(bench.queued()).toEqual([retryOf(delivery)]);
  });

  it('keeps the scheduled time of its attempt, so that the message is not postponed', async () => {
    const bench = await startSweeps();
    const { endpointId, id } = await bench.retryIn(60);
    await bench.runFor(5);

    expect(bench.queue.sent[0]?.job.dueAt).toBe(secondsAfterNow(60).getTime());
    expect(await bench.platform.deliveries.find(endpointId, id)).toMatchObject({
      nextAttemptAt: secondsAfterNow(60),
    });
  });

  it('gets nothing when the attempt was made in time', async () => {
    const bench = await startSweeps();
    const delivery = await bench.retryIn(60);
    bench.clock.advance(61);
    const next = aRetry({ nextAttemptAt: secondsAfterNow(3600) });
    await bench.platform.deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), next);
    await bench.runFor(20);

    expect(bench.queued()).toEqual([]);
  });

  it('gets nothing while it is held', async () => {
    const bench = await startSweeps();
    const delivery = await bench.retryIn(60);
    const held = {
      state: 'held',
      reason: 'endpoint_suspended',
      nextAttemptAt: null,
      finishedAt: null,
    } as const;
    await bench.platform.deliveries.settle(delivery, held);
    await bench.runFor(20);

    expect(bench.queued()).toEqual([]);
  });
});

describe('sweeping repeatedly', () => {
  it('queues nothing twice when it runs twice in a row', async () => {
    const bench = await startSweeps();
    await Promise.all([bench.record(5), bench.retryIn(120)]);
    await bench.runFor(6);
    const queued = bench.queued();
    for (let run = 0; run < 5; run += 1) await bench.run();

    expect(queued).toHaveLength(6);
    expect(bench.queued()).toEqual(queued);
  });

  it('queues nothing twice when two runs overlap', async () => {
    const bench = await startSweeps();
    await Promise.all([bench.record(25), bench.record(25), bench.retryIn(60), bench.retryIn(61)]);
    bench.clock.advance(400);
    await Promise.all([bench.run(), bench.run(), bench.run()]);

    expect(bench.queued()).toHaveLength(52);
    expect(new Set(bench.queued().map(({ id }) => id)).size).toBe(52);
  });

  it('retries a delivery that stays lost with increasing delays', async () => {
    const bench = await startSweeps();
    await bench.record();
    await bench.runFor(24 * 60);

    expect(bench.queued().length).toBeGreaterThan(5);
    expect(bench.queued().length).toBeLessThan(15);
  });
});

describe('an outage of three hours', () => {
  it('skips no minute of it', async () => {
    const bench = await startSweeps();
    const lost: { id: string; attempt: number }[] = [];
    for (let minute = 0; minute < 180; minute += 1) {
      lost.push(...firstsOf(await bench.record(2)), retryOf(await bench.retryIn(30)));
      bench.clock.advance(60);
    }
    bench.clock.advance(300);
    await bench.run();

    expect(sorted(bench.queued())).toEqual(sorted(lost));
  });

  it('continues from where the queue failed, and loses nothing that was claimed', async () => {
    const bench = await startSweeps();
    const lost = firstsOf(await bench.record(3));
    bench.clock.advance(360);
    bench.queue.breakDown();
    await expect(bench.run()).rejects.toThrow('A scan of the sweep failed');
    bench.queue.repair();
    await bench.run();
    expect(bench.queued()).toEqual([]);
    await bench.runFor(14);

    expect(sorted(bench.queued())).toEqual(sorted(lost));
  });

  it('leaves what it did not claim before the failure to the next run', async () => {
    const platform = createMemoryFixture();
    let isDown = true;
    const bench = await startSweeps(platform, {
      async claimAbsent(...args) {
        if (isDown) throw new Error('The table is down');
        return platform.sweep.claimAbsent(...args);
      },
    });
    const lost = firstsOf(await bench.record(3));
    const overdue = retryOf(await bench.retryIn(60));
    bench.clock.advance(360);
    await expect(bench.run()).rejects.toThrow('A scan of the sweep failed');
    expect(bench.queued()).toEqual([overdue]);

    isDown = false;
    await bench.runFor(1);
    expect(sorted(bench.queued())).toEqual(sorted([overdue, ...lost]));
  });
});

describe('a run with limits', () => {
  it('ends before the function times out, and the next one continues', async () => {
    const bench = await startSweeps();
    const lost = [...firstsOf(await bench.record(2)), retryOf(await bench.retryIn(60))];
    bench.clock.advance(400);
    bench.state.secondsLeft = 10;
    await bench.run();
    expect(bench.queued()).toEqual([]);

    bench.state.secondsLeft = 60;
    await bench.run();
    expect(sorted(bench.queued())).toEqual(sorted(lost));
  });

  it('queues at most 5,000 of each kind, and the next run continues', async () => {
    const bench = await startSweeps();
    for (let event = 0; event < 250; event += 1) await bench.record(25);
    bench.clock.advance(360);
    await bench.run();
    expect(bench.queued()).toHaveLength(5000);

    await bench.run();
    expect(new Set(bench.queued().map(({ id }) => id)).size).toBe(6250);
  });

  it('never makes the queue longer than its limit by one pass', async () => {
    const bench = await startSweeps();
    for (let event = 0; event < 10; event += 1) await bench.record(25);
    bench.clock.advance(360);
    bench.state.waiting = 9900;
    await bench.run();

    expect(bench.queued()).toHaveLength(100);
  });

  it('queues nothing while the queue is long, advances no cursor, and loses nothing', async () => {
    const bench = createSweepFixture();
    bench.state.waiting = 10_000;
    await bench.run();
    const lost = [...firstsOf(await bench.record(2)), retryOf(await bench.retryIn(60))];
    await bench.runFor(30);
    expect(bench.queued()).toEqual([]);
    expect(bench.log.lines).toContainEqual({
      level: 'warn',
      code: 'SWEEP_PAUSED',
      fields: { waiting: 10_000 },
    });

    bench.state.waiting = 9000;
    await bench.run();
    expect(sorted(bench.queued())).toEqual(sorted(lost));
  });
});

describe('an item that cannot be read', () => {
  it('is logged and skipped: an event', async () => {
    const platform = createMemoryBench();
    const bench = await startSweeps(platform, {
      async *readEvents(bucket) {
        for await (const page of platform.sweep.readEvents(bucket))
          yield page.flatMap((event) => [new MalformedItemError('EV#1'), event]);
      },
    });
    const lost = firstsOf(await bench.record());
    await bench.runFor(6);

    expect(bench.queued()).toEqual(lost);
    expect(bench.log.lines.filter(({ code }) => code === 'SWEEP_ITEM_UNREADABLE')).toMatchObject([
      { level: 'error', fields: { detail: expect.stringContaining('EV#1') } },
    ]);
  });

  it('is logged and skipped: a delivery', async () => {
    const platform = createMemoryFixture();
    let isFirst = true;
    const bench = await startSweeps(platform, {
      async claimDue(...args) {
        if (isFirst) {
          isFirst = false;
          throw new MalformedItemError('E#1');
        }
        return platform.sweep.claimDue(...args);
      },
    });
    await bench.retryIn(60);
    await bench.retryIn(60);
    await bench.runFor(5);

    expect(bench.queued()).toHaveLength(1);
    expect(bench.log.lines).toContainEqual(expect.objectContaining({ code: 'SWEEP_ITEM_UNREADABLE' }));
  });
});

it('remembers where it started, even if its first run found no queue', async () => {
  const bench = createSweepFixture();
  bench.state.isQueueDown = true;
  await expect(bench.run()).rejects.toThrow('The queue is down');
  const lost = firstsOf(await bench.record());
  bench.clock.advance(3600);
  bench.state.isQueueDown = false;
  await bench.run();

  expect(bench.queued()).toEqual(lost);
});

it('writes nothing for healthy items', async () => {
  const platform = createMemoryFixture();
  let claims = 0;
  const bench = await startSweeps(platform, {
    async claimAbsent(...args) {
      claims += 1;
      return platform.sweep.claimAbsent(...args);
    },
  });
  const event = await bench.record(25);
  for (const job of planDeliveries(event, deliveryIdFor))
    await platform.deliveries.recordAttempt(
      toDelivery(job),
      anAttempt(),
      aRetry({ nextAttemptAt: secondsAfterNow(9999) }),
    );
  await bench.runFor(10);

  expect(claims).toBe(0);
});

it('finds the resend of a recovery that was requested long before', async () => {
  const bench = await startSweeps();
  const { platform, clock } = bench;
  const { owned, workspaceId } = await createWorkspaceIn(platform.workspaces);
  const endpoint = anEndpoint({ ...owned, enabled: true });
  await platform.endpoints.create(endpoint, aContext());
  const failed = aDelivery({ endpointId: endpoint.id, workspaceId, state: 'failed', finishedAt: NOW });
  await platform.deliveries.settle(failed, failed);
  const recovery = aRecovery({
    endpointId: endpoint.id,
    workspaceId,
    since: secondsAfterNow(-60),
    until: secondsAfterNow(60),
  });
  await platform.recoveries.create(recovery, aContext());
  await bench.runFor(60);
  const recover = createRecoverDeliveriesHandler({
    ...platform,
    queue: createMemoryRecoveryQueue(),
    clock,
    newNonce: randomUUID,
    log: bench.log,
  });
  await recover({ endpointId: endpoint.id, recoveryId: recovery.id });
  await bench.runFor(5);

  expect(bench.queue.sent.map(({ job }) => job.resendOf)).toEqual([failed.id]);
});

it('starts at the present on its first run: earlier items have been delivered or are recorded', async () => {
  const bench = createSweepFixture();
  await bench.record();
  bench.clock.advance(3600);
  await bench.run();
  await bench.runFor(10);

  expect(bench.clock()).toEqual(secondsAfterNow(3600 + 600, NOW));
  expect(bench.queued()).toEqual([]);
});
