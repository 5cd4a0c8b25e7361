import { describe, expect, it } from 'vitest';
import { createHandler as createSweepSchedulesHandler } from '#functions/platform/sweep-schedules/handler.ts';
import { shouldFire } from '#functions/platform/sweep-schedules/should-fire.ts';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryJobScheduler } from '#test/support/fakes/platform/memory-job-scheduler.ts';
import { createMemoryScheduleStore } from '#test/support/fakes/platform/memory-schedule-store.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';
import { aScheduledJob } from '#test/support/fixtures/platform/schedule-fixture.ts';

const PLENTY_MS = 60_000;

function overdueBy(seconds: number, overrides: Partial<ScheduledJob> = {}): ScheduledJob {
  return aScheduledJob({ dueAt: secondsAfterNow(-seconds).getTime(), ...overrides });
}

async function sweep(planned: Parameters<typeof createMemoryScheduleStore>[0], times = [PLENTY_MS]) {
  const timers = createMemoryJobScheduler();
  const log = createRecordingLog();
  const left = [...times];
  const run = createSweepSchedulesHandler({
    store: createMemoryScheduleStore(planned),
    timers,
    clock: () => NOW,
    log,
  });
  await run({}, { getRemainingTimeInMillis: () => left.shift() ?? times.at(-1) ?? 0 });
  return { timers, log, fired: timers.queued.post.map(({ job }) => job) };
}

describe('sweep-schedules', () => {
  it('queues what is overdue by more than two minutes, each kind in its queue', async () => {
    const [post, broadcast] = [overdueBy(121), overdueBy(600, { resource: 'broadcast' })];
    const { timers, log } = await sweep([post, broadcast, overdueBy(119), overdueBy(-60)]);

    expect(timers.queued.post).toEqual([{ job: post, delaySeconds: 0 }]);
    expect(timers.queued.broadcast).toEqual([{ job: broadcast, delaySeconds: 0 }]);
    expect(log.lines).toEqual([{ level: 'info', code: 'SCHEDULES_SWEPT', fields: { overdue: 2, fired: 2 } }]);
  });

  it('skips an item that cannot be read, and logs it', async () => {
    const job = overdueBy(180);
    const { fired, log } = await sweep([new MalformedItemError('P#1/P'), job]);

    expect(fired).toEqual([job]);
    expect(log.lines).toMatchObject([
      { level: 'error', code: 'SCHEDULE_UNREADABLE' },
      { code: 'SCHEDULES_SWEPT' },
    ]);
  });

  it('queues at most a thousand in a run, the oldest first', async () => {
    const jobs = Array.from({ length: 1100 }, (_, index) => overdueBy(130 + index / 10));
    const { fired, log } = await sweep(jobs);

    expect(fired).toHaveLength(1000);
    expect(log.lines).toMatchObject([{ fields: { overdue: 1000, fired: 1000 } }]);
    expect(Math.max(...fired.map(({ dueAt }) => dueAt))).toBeLessThan(secondsAfterNow(-139).getTime());
  });

  it('skips for now what many earlier runs could not start', async () => {
    const { fired, log } = await sweep([overdueBy(16 * 60)]);

    expect(fired).toEqual([]);
    expect(log.lines).toMatchObject([{ fields: { overdue: 1, fired: 0 } }]);
  });

  it('ends when its time is nearly up', async () => {
    const jobs = Array.from({ length: 1100 }, () => overdueBy(180));
    const { fired } = await sweep(jobs, [30_000, 9000]);

    expect(fired).toHaveLength(200);
  });
});

describe('shouldFire', () => {
  const minutes = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => from + index).filter((minute) =>
      shouldFire(overdueBy(minute * 60 + 30), NOW),
    );

  it('returns true every minute for a quarter of an hour, then every fifteen minutes', () => {
    expect(minutes(2, 15)).toHaveLength(13);
    expect(minutes(15, 61)).toEqual([15, 30, 45, 60]);
  });
});
