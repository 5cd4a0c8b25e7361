import { describe, expect, it } from 'vitest';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { forEachTest } from '#test/support/fixtures/platform/for-tests.ts';
import { aScheduledJob, JOB_SCHEDULER_FIXTURES } from '#test/support/fixtures/platform/schedule-fixture.ts';

const LIMIT = 600;

function jobIn(seconds: number): ScheduledJob {
  return aScheduledJob({ dueAt: secondsAfterNow(seconds).getTime() });
}

describe.each(JOB_SCHEDULER_FIXTURES)('JobScheduler $name', ({ start }) => {
  const fixture = forEachTest(() => start(LIMIT), 'stop');
  it.each([
    [10, 10],
    [0.001, 1],
    [LIMIT, LIMIT],
    [0, 0],
    [-86_400, 0],
  ])('queues a job scheduled in %d s with a delay of %i s', async (seconds, delaySeconds) => {
    const job = jobIn(seconds);
    await fixture.timers.set(job, NOW);

    expect(fixture.queued()).toEqual([{ job, delaySeconds }]);
    expect(await fixture.schedules()).toEqual([]);
  });

  it.each([
    [LIMIT + 0.001, '2026-06-01T12:11:00.000Z'],
    [1800, '2026-06-01T12:30:00.000Z'],
    [1800.001, '2026-06-01T12:31:00.000Z'],
    [86_400 * 365, '2027-06-01T12:00:00.000Z'],
  ])('schedules a job due in %d s for %s, never earlier than its time', async (seconds, at) => {
    const job = jobIn(seconds);
    await fixture.timers.set(job, NOW);

    expect(await fixture.schedules()).toEqual([{ name: `post-${job.id}-1`, at: new Date(at), job }]);
    expect(fixture.queued()).toEqual([]);
  });

  it('schedules a plan once, however often it is set, and each plan and kind of resource separately', async () => {
    const job = jobIn(1800);
    await fixture.timers.set(job, NOW);
    await fixture.timers.set(job, secondsAfterNow(5));
    await fixture.timers.set({ ...job, seq: 2 }, NOW);
    await fixture.timers.set({ ...job, resource: 'broadcast' }, NOW);

    expect((await fixture.schedules()).map(({ name }) => name).toSorted()).toEqual([
      `broadcast-${job.id}-1`,
      `post-${job.id}-1`,
      `post-${job.id}-2`,
    ]);
  });

  it('keeps jobs of broadcasts out of the queue of posts', async () => {
    await fixture.timers.set({ ...jobIn(5), resource: 'broadcast' }, NOW);
    await fixture.timers.fire([{ ...jobIn(5), resource: 'broadcast' }]);

    expect(fixture.queued()).toEqual([]);
  });

  describe('cancel', () => {
    it('deletes the schedule of that plan and no other', async () => {
      const job = jobIn(1800);
      await fixture.timers.set(job, NOW);
      await fixture.timers.set({ ...job, seq: 2 }, NOW);
      await fixture.timers.cancel(job, secondsAfterNow(1799));

      expect((await fixture.schedules()).map(({ name }) => name)).toEqual([`post-${job.id}-2`]);
    });

    it('may run twice, and for a plan without a schedule', async () => {
      const job = jobIn(1800);
      await fixture.timers.set(job, NOW);
      await fixture.timers.cancel(job, NOW);
      await fixture.timers.cancel(job, NOW);
      await fixture.timers.cancel(jobIn(10), NOW);

      expect(await fixture.schedules()).toEqual([]);
    });

    it('keeps a schedule that is about to fire', async () => {
      const job = jobIn(1800);
      await fixture.timers.set(job, NOW);
      await fixture.timers.cancel(job, secondsAfterNow(1800));

      expect(await fixture.schedules()).toHaveLength(1);
    });

    it('sets the same plan again without an error', async () => {
      const job = jobIn(1800);
      await fixture.timers.set(job, NOW);
      await fixture.timers.cancel(job, NOW);
      await fixture.timers.set(job, NOW);

      expect(await fixture.schedules()).toHaveLength(1);
    });
  });

  it('queues many overdue jobs at once, whatever their timers', async () => {
    const jobs = Array.from({ length: 23 }, () => jobIn(-180));
    await fixture.timers.fire(jobs);

    const byId = (a: ScheduledJob, b: ScheduledJob) => (a.id < b.id ? -1 : 1);
    expect(
      fixture
        .queued()
        .map(({ job }) => job)
        .toSorted(byId),
    ).toEqual(jobs.toSorted(byId));
  });
});
