import { describe, expect, it } from 'vitest';
import type { DeliveryJob } from '#shared/webhooks/domain/delivery-message.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { aJob } from '#test/support/builders/webhooks/delivery-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { PLANNER_FIXTURES } from '#test/support/fixtures/webhooks/planner-fixture.ts';

const LIMIT = 600;

function jobIn(seconds: number): DeliveryJob {
  return aJob({ attempt: 2, dueAt: secondsAfterNow(seconds).getTime() });
}

describe.each(PLANNER_FIXTURES)('RetryPlanner $name', ({ start }) => {
  const fixture = forEachTest(() => start(LIMIT), 'stop');
  it.each([
    [10, 10],
    [0.001, 1],
    [LIMIT, LIMIT],
    [0, 0],
    [-30, 0],
  ])('plans a job scheduled in %d s on the queue, with a delay of %i s', async (seconds, delaySeconds) => {
    const job = jobIn(seconds);
    await fixture.planner.plan(job, NOW);

    expect(fixture.queued()).toEqual([{ job, delaySeconds }]);
    expect(await fixture.schedules()).toEqual([]);
  });

  it.each([
    [LIMIT + 0.001, '2026-06-01T12:11:00.000Z'],
    [1800, '2026-06-01T12:30:00.000Z'],
    [1800.001, '2026-06-01T12:31:00.000Z'],
    [86_400, '2026-06-02T12:00:00.000Z'],
  ])('creates a schedule for a job in %d s at %s, never earlier than its time', async (seconds, at) => {
    const job = jobIn(seconds);
    await fixture.planner.plan(job, NOW);

    expect(await fixture.schedules()).toEqual([{ name: `${job.deliveryId}-2`, at: new Date(at), job }]);
    expect(fixture.queued()).toEqual([]);
  });

  it('creates one schedule for an attempt, however often it is planned', async () => {
    const job = jobIn(1800);
    await fixture.planner.plan(job, NOW);
    await fixture.planner.plan(job, secondsAfterNow(5));

    expect(await fixture.schedules()).toHaveLength(1);
  });

  it('separates the schedules of attempts and of deliveries', async () => {
    const job = jobIn(1800);
    await fixture.planner.plan(job, NOW);
    await fixture.planner.plan({ ...job, attempt: 3 }, NOW);
    await fixture.planner.plan(jobIn(1800), NOW);

    expect(await fixture.schedules()).toHaveLength(3);
  });

  it.each([
    [30, 30],
    [0.5, 1],
    [7200, LIMIT],
    [-1, 0],
  ])('defers a job scheduled in %d s on the queue only, by %i s', async (seconds, delaySeconds) => {
    const job = jobIn(seconds);
    await fixture.planner.plan({ ...job, dueAt: secondsAfterNow(1800).getTime() }, NOW);
    await fixture.planner.postpone(job, NOW);

    expect(fixture.queued()).toEqual([{ job, delaySeconds }]);
    expect(await fixture.schedules()).toHaveLength(1);
  });
});
