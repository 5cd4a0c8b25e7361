import { describe, expect, it } from 'vitest';
import { MalformedItemError } from '#shared/platform/core/errors.ts';
import type { ScheduleStore } from '#shared/platform/core/schedule-store.ts';
import type { ScheduledJob } from '#shared/platform/core/scheduled-job.ts';
import { secondsAfterNow, NOW } from '#test/support/builders/platform/command-builders.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { aScheduledJob, SCHEDULE_STORE_FIXTURES } from '#test/support/fixtures/platform/schedule-fixture.ts';

function dueAt(seconds: number, overrides: Partial<ScheduledJob> = {}): ScheduledJob {
  return aScheduledJob({ dueAt: secondsAfterNow(seconds).getTime(), ...overrides });
}

async function overdue(store: ScheduleStore, before = NOW): Promise<(ScheduledJob | MalformedItemError)[]> {
  const found: (ScheduledJob | MalformedItemError)[] = [];
  for await (const page of store.readOverdue(before)) found.push(...page);
  return found;
}

describe.each(SCHEDULE_STORE_FIXTURES)('ScheduleStore $name', ({ start }) => {
  const fixture = forAllTests(start, 'stop');
  it('returns what was scheduled before an instant, the oldest first, and nothing later', async () => {
    const [old, older, broadcast] = [
      dueAt(-0.001, { seq: 12 }),
      dueAt(-86_400 * 30),
      dueAt(-60, { resource: 'broadcast' }),
    ];
    const store = await fixture.plan([old, dueAt(0), older, dueAt(3600), broadcast]);

    expect(await overdue(store)).toEqual([older, broadcast, old]);
  });

  it('returns nothing while nothing is overdue', async () => {
    expect(await overdue(await fixture.plan([dueAt(1)]))).toEqual([]);
  });

  it('returns all of many, each once', async () => {
    const jobs = Array.from({ length: 1000 }, (_, index) => dueAt(-1 - (index % 7)));
    const found = await overdue(await fixture.plan(jobs));

    expect(found).toHaveLength(jobs.length);
    expect(new Set(found.map((job) => ('id' in job ? job.id : '')))).toEqual(
      new Set(jobs.map(({ id }) => id)),
    );
  });

  it('returns the error of an unreadable item, and everything else', async () => {
    const job = dueAt(-1);
    const found = await overdue(await fixture.plan([job], 'POST#1/P'));

    expect(found).toContainEqual(job);
    expect(found.filter((each) => each instanceof MalformedItemError)).toMatchObject([
      { key: expect.stringContaining('POST#1/P') },
    ]);
    expect(found).toHaveLength(2);
  });
});
