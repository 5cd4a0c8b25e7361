import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createHandler as createRecoverDeliveriesHandler } from '#functions/webhooks/recover-deliveries/handler.ts';
import type { RecordedEvent } from '#shared/events/recording/recorded-event.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { deliveryIdFor } from '#shared/platform/runtime/ids.ts';
import { planDeliveries, toDelivery } from '#shared/webhooks/domain/delivery-message.ts';
import type { Delivery } from '#shared/webhooks/domain/delivery.ts';
import { aContext, secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import {
  aDelivery,
  anAttempt,
  aRecovery,
  aRetry,
  deliveriesOf,
} from '#test/support/builders/webhooks/delivery-builders.ts';
import { anEndpoint } from '#test/support/builders/webhooks/endpoint-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
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
  const fixture = createSweepFixture(...args);
  await fixture.run();
  return fixture;
}

describe('an event whose queue message was lost', () => {
  it('gets a first attempt for each match once it is older than five minutes', async () => {
    const fixture = await startSweeps();
    const event = await fixture.record(3);

    await fixture.runFor(5);
    expect(fixture.queued()).toEqual([]);
    await fixture.runFor(1);
    expect(sorted(fixture.queued())).toEqual(sorted(firstsOf(event)));
    expect(fixture.queue.sent.map(({ job }) => job)).toEqual(planDeliveries(event, deliveryIdFor));
  });

  it('gets none for a match whose delivery is recorded', async () => {
    const fixture = await startSweeps();
    const event = await fixture.record(2);
    const [made, lost] = planDeliveries(event, deliveryIdFor);
    if (!made || !lost) throw new Error('Two matches are two deliveries');
    const { deliveries } = fixture.platform;
    await deliveries.recordAttempt(
      toDelivery(made),
      anAttempt(),
      aRetry({ nextAttemptAt: secondsAfterNow(9999) }),
    );
    await fixture.runFor(6);

    expect(fixture.queued()).toEqual([{ id: lost.deliveryId, attempt: 1 }]);
    expect(await deliveries.find(deliveriesOf(lost.endpointId), lost.deliveryId)).toMatchObject({
      state: 'queued',
      nextAttemptAt: secondsAfterNow(360),
    });
  });

  it('is checked again ten minutes later, if the message is lost once more', async () => {
    const fixture = await startSweeps();
    const event = await fixture.record();
    await fixture.runFor(6);
    await fixture.runFor(13);
    expect(fixture.queued()).toHaveLength(1);
    await fixture.runFor(1);

    expect(fixture.queued()).toEqual([...firstsOf(event), ...firstsOf(event)]);
    expect(fixture.queue.sent.at(-1)?.job.body).toBeNull();
  });
});

describe('a delivery whose retry was lost', () => {
  it('gets its next attempt once that is three minutes late', async () => {
    const fixture = await startSweeps();
    const delivery = await fixture.retryIn(60);

    await fixture.runFor(4);
    expect(fixture.queued()).toEqual([]);
    await fixture.runFor(1);
    expect(fixture.queued()).toEqual([retryOf(delivery)]);
  });

  it('keeps the scheduled time of its attempt, so that the message is not postponed', async () => {
    const fixture = await startSweeps();
    const { endpointId, id } = await fixture.retryIn(60);
    await fixture.runFor(5);

    expect(fixture.queue.sent[0]?.job.dueAt).toBe(secondsAfterNow(60).getTime());
    expect(await fixture.platform.deliveries.find(deliveriesOf(endpointId), id)).toMatchObject({
      nextAttemptAt: secondsAfterNow(60),
    });
  });

  it('gets nothing when the attempt was made in time', async () => {
    const fixture = await startSweeps();
    const delivery = await fixture.retryIn(60);
    fixture.clock.advance(61);
    const next = aRetry({ nextAttemptAt: secondsAfterNow(3600) });
    await fixture.platform.deliveries.recordAttempt(delivery, anAttempt({ number: 2 }), next);
    await fixture.runFor(20);

    expect(fixture.queued()).toEqual([]);
  });

  it('gets nothing while it is held', async () => {
    const fixture = await startSweeps();
    const delivery = await fixture.retryIn(60);
    const held = {
      state: 'held',
      reason: 'endpoint_suspended',
      nextAttemptAt: null,
      finishedAt: null,
    } as const;
    await fixture.platform.deliveries.settle(delivery, held);
    await fixture.runFor(20);

    expect(fixture.queued()).toEqual([]);
  });
});

describe('sweeping repeatedly', () => {
  it('queues nothing twice when it runs twice in a row', async () => {
    const fixture = await startSweeps();
    await Promise.all([fixture.record(5), fixture.retryIn(120)]);
    await fixture.runFor(6);
    const queued = fixture.queued();
    for (let run = 0; run < 5; run += 1) await fixture.run();

    expect(queued).toHaveLength(6);
    expect(fixture.queued()).toEqual(queued);
  });

  it('queues nothing twice when two runs overlap', async () => {
    const fixture = await startSweeps();
    await Promise.all([fixture.record(25), fixture.record(25), fixture.retryIn(60), fixture.retryIn(61)]);
    fixture.clock.advance(400);
    await Promise.all([fixture.run(), fixture.run(), fixture.run()]);

    expect(fixture.queued()).toHaveLength(52);
    expect(new Set(fixture.queued().map(({ id }) => id)).size).toBe(52);
  });

  it('retries a delivery that stays lost with increasing delays', async () => {
    const fixture = await startSweeps();
    await fixture.record();
    await fixture.runFor(24 * 60);

    expect(fixture.queued().length).toBeGreaterThan(5);
    expect(fixture.queued().length).toBeLessThan(15);
  });
});

describe('an outage of three hours', () => {
  it('skips no minute of it', async () => {
    const fixture = await startSweeps();
    const lost: { id: string; attempt: number }[] = [];
    for (let minute = 0; minute < 180; minute += 1) {
      lost.push(...firstsOf(await fixture.record(2)), retryOf(await fixture.retryIn(30)));
      fixture.clock.advance(60);
    }
    fixture.clock.advance(300);
    await fixture.run();

    expect(sorted(fixture.queued())).toEqual(sorted(lost));
  });

  it('continues from where the queue failed, and loses nothing that was claimed', async () => {
    const fixture = await startSweeps();
    const lost = firstsOf(await fixture.record(3));
    fixture.clock.advance(360);
    fixture.queue.breakDown();
    await expect(fixture.run()).rejects.toThrow('A scan of the sweep failed');
    fixture.queue.repair();
    await fixture.run();
    expect(fixture.queued()).toEqual([]);
    await fixture.runFor(14);

    expect(sorted(fixture.queued())).toEqual(sorted(lost));
  });

  it('leaves what it did not claim before the failure to the next run', async () => {
    const platform = createMemoryFixture();
    let isDown = true;
    const fixture = await startSweeps(platform, {
      async claimAbsent(...args) {
        if (isDown) throw new Error('The table is down');
        return platform.sweep.claimAbsent(...args);
      },
    });
    const lost = firstsOf(await fixture.record(3));
    const overdue = retryOf(await fixture.retryIn(60));
    fixture.clock.advance(360);
    await expect(fixture.run()).rejects.toThrow('A scan of the sweep failed');
    expect(fixture.queued()).toEqual([overdue]);

    isDown = false;
    await fixture.runFor(1);
    expect(sorted(fixture.queued())).toEqual(sorted([overdue, ...lost]));
  });
});

describe('a run with limits', () => {
  it('ends before the function times out, and the next one continues', async () => {
    const fixture = await startSweeps();
    const lost = [...firstsOf(await fixture.record(2)), retryOf(await fixture.retryIn(60))];
    fixture.clock.advance(400);
    fixture.state.secondsLeft = 10;
    await fixture.run();
    expect(fixture.queued()).toEqual([]);

    fixture.state.secondsLeft = 60;
    await fixture.run();
    expect(sorted(fixture.queued())).toEqual(sorted(lost));
  });

  it('queues at most 5,000 of each kind, and the next run continues', async () => {
    const fixture = await startSweeps();
    for (let event = 0; event < 250; event += 1) await fixture.record(25);
    fixture.clock.advance(360);
    await fixture.run();
    expect(fixture.queued()).toHaveLength(5000);

    await fixture.run();
    expect(new Set(fixture.queued().map(({ id }) => id)).size).toBe(6250);
  });

  it('never makes the queue longer than its limit by one pass', async () => {
    const fixture = await startSweeps();
    for (let event = 0; event < 10; event += 1) await fixture.record(25);
    fixture.clock.advance(360);
    fixture.state.waiting = 9900;
    await fixture.run();

    expect(fixture.queued()).toHaveLength(100);
  });

  it('queues nothing while the queue is long, advances no cursor, and loses nothing', async () => {
    const fixture = createSweepFixture();
    fixture.state.waiting = 10_000;
    await fixture.run();
    const lost = [...firstsOf(await fixture.record(2)), retryOf(await fixture.retryIn(60))];
    await fixture.runFor(30);
    expect(fixture.queued()).toEqual([]);
    expect(fixture.log.lines).toContainEqual({
      level: 'warn',
      code: 'SWEEP_PAUSED',
      fields: { waiting: 10_000 },
    });

    fixture.state.waiting = 9000;
    await fixture.run();
    expect(sorted(fixture.queued())).toEqual(sorted(lost));
  });
});

describe('an item that cannot be read', () => {
  it('is logged and skipped: an event', async () => {
    const platform = createMemoryFixture();
    const fixture = await startSweeps(platform, {
      async *readEvents(bucket) {
        for await (const page of platform.sweep.readEvents(bucket))
          yield page.flatMap((event) => [new MalformedItemError('EV#1'), event]);
      },
    });
    const lost = firstsOf(await fixture.record());
    await fixture.runFor(6);

    expect(fixture.queued()).toEqual(lost);
    expect(fixture.log.lines.filter(({ code }) => code === 'SWEEP_ITEM_UNREADABLE')).toMatchObject([
      { level: 'error', fields: { detail: expect.stringContaining('EV#1') } },
    ]);
  });

  it('is logged and skipped: a delivery', async () => {
    const platform = createMemoryFixture();
    let isFirst = true;
    const fixture = await startSweeps(platform, {
      async claimDue(...args) {
        if (isFirst) {
          isFirst = false;
          throw new MalformedItemError('E#1');
        }
        return platform.sweep.claimDue(...args);
      },
    });
    await fixture.retryIn(60);
    await fixture.retryIn(60);
    await fixture.runFor(5);

    expect(fixture.queued()).toHaveLength(1);
    expect(fixture.log.lines).toContainEqual(expect.objectContaining({ code: 'SWEEP_ITEM_UNREADABLE' }));
  });
});

it('remembers where it started, even if its first run found no queue', async () => {
  const fixture = createSweepFixture();
  fixture.state.isQueueDown = true;
  await expect(fixture.run()).rejects.toThrow('The queue is down');
  const lost = firstsOf(await fixture.record());
  fixture.clock.advance(3600);
  fixture.state.isQueueDown = false;
  await fixture.run();

  expect(fixture.queued()).toEqual(lost);
});

it('writes nothing for healthy items', async () => {
  const platform = createMemoryFixture();
  let claims = 0;
  const fixture = await startSweeps(platform, {
    async claimAbsent(...args) {
      claims += 1;
      return platform.sweep.claimAbsent(...args);
    },
  });
  const event = await fixture.record(25);
  for (const job of planDeliveries(event, deliveryIdFor))
    await platform.deliveries.recordAttempt(
      toDelivery(job),
      anAttempt(),
      aRetry({ nextAttemptAt: secondsAfterNow(9999) }),
    );
  await fixture.runFor(10);

  expect(claims).toBe(0);
});

it('finds the resend of a recovery that was requested long before', async () => {
  const fixture = await startSweeps();
  const { platform, clock } = fixture;
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
  await fixture.runFor(60);
  const recover = createRecoverDeliveriesHandler({
    ...platform,
    queue: createMemoryRecoveryQueue(),
    clock,
    newNonce: randomUUID,
    log: fixture.log,
  });
  await recover({ endpointId: endpoint.id, recoveryId: recovery.id });
  await fixture.runFor(5);

  expect(fixture.queue.sent.map(({ job }) => job.resendOf)).toEqual([failed.id]);
});

it('starts at the present on its first run: earlier items have been delivered or are recorded', async () => {
  const fixture = createSweepFixture();
  await fixture.record();
  fixture.clock.advance(3600);
  await fixture.run();
  await fixture.runFor(10);

  expect(fixture.clock()).toEqual(secondsAfterNow(3600 + 600, NOW));
  expect(fixture.queued()).toEqual([]);
});
