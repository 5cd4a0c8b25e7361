import { describe, expect, it } from 'vitest';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { attemptMessage } from '#shared/webhooks/domain/notification-message.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { aNotification } from '#test/support/builders/webhooks/notification-builders.ts';
import { createSweepFixture } from '#test/support/fixtures/webhooks/sweep-fixture.ts';

/** The sweep with one notification whose attempt is due a minute after now. */
async function startSweeping() {
  const fixture = createSweepFixture();
  const notification = aNotification({ id: newId(NOW) });
  await fixture.platform.notifications.record(notification, 'once');
  return {
    fixture,
    notification,
    message: { message: attemptMessage(notification), delaySeconds: 0 },
  };
}

const failureOf = (scan: string): unknown =>
  expect.objectContaining({ code: 'SWEEP_SCAN_FAILED', fields: expect.objectContaining({ scan }) });

describe('sweep-deliveries, notifications', () => {
  it('queues an overdue attempt, and not a future one', async () => {
    const { fixture, message } = await startSweeping();
    const { run, clock, notificationQueue } = fixture;
    await run();
    expect(notificationQueue.sent).toEqual([]);
    clock.advance(61);
    await run();

    expect(notificationQueue.sent).toEqual([message]);
  });

  it('queues it again every ten minutes until it has ended', async () => {
    const { fixture, notification } = await startSweeping();
    const { platform, notificationQueue } = fixture;
    await fixture.runFor(21);
    expect(notificationQueue.sent).toHaveLength(2);
    await platform.notifications.finishAttempt(notification, {
      state: 'delivered',
      outcome: 'success',
      statusCode: 200,
      reason: null,
      nextAttemptAt: null,
      finishedAt: secondsAfterNow(60),
    });
    await fixture.runFor(20);

    expect(notificationQueue.sent).toHaveLength(2);
  });

  it('queues the attempts of a run that failed later', async () => {
    const { fixture, message } = await startSweeping();
    const { run, clock, notificationQueue, log } = fixture;
    notificationQueue.breakDown();
    clock.advance(61);
    await expect(run()).rejects.toThrow('A scan of the sweep failed');
    expect(log.lines).toContainEqual(failureOf('notifications'));
    notificationQueue.repair();
    await fixture.runFor(11);

    expect(notificationQueue.sent).toEqual([message]);
  });

  it('skips entries of the index that cannot be read, however many there are', async () => {
    const { fixture, message } = await startSweeping();
    const { run, clock, platform, notificationQueue, log } = fixture;
    const { readDue } = platform.dueNotifications;
    const garbage = Array.from({ length: 600 }, (_, index) => new MalformedItemError(`N#${index}`));
    Object.assign(platform.dueNotifications, {
      async *readDue(before: Date) {
        for await (const page of readDue(before)) yield [...garbage, ...page];
      },
    });
    clock.advance(61);
    await run();

    expect(notificationQueue.sent).toEqual([message]);
    expect(log.lines.filter(({ code }) => code === 'SWEEP_ITEM_UNREADABLE')).toHaveLength(garbage.length);
  });

  it('queues at most 500 attempts in a run, and the rest in the next run', async () => {
    const { platform, run, clock, notificationQueue } = createSweepFixture();
    for (let index = 0; index < 510; index += 1)
      await platform.notifications.record(aNotification({ id: newId(NOW), endpointId: newId(NOW) }), 'once');
    clock.advance(61);
    await run();
    expect(notificationQueue.sent).toHaveLength(500);
    await run();

    expect(notificationQueue.sent).toHaveLength(510);
  });

  it('does not stop the other scans when it fails', async () => {
    const { fixture } = await startSweeping();
    await fixture.runFor(1);
    await fixture.record();
    fixture.notificationQueue.breakDown();
    fixture.clock.advance(400);
    await expect(fixture.runFor(1)).rejects.toThrow('A scan of the sweep failed');

    expect(fixture.queue.sent).toHaveLength(1);
  });
});
