import { describe, expect, it } from 'vitest';
import { runDueJobs } from '#shared/platform/use-cases/run-due-jobs.ts';
import { createRecordingLog } from '#test/support/fixtures/platform/recording-log.ts';

const messages = {
  late: { code: 'JOB_LATE', message: 'A job is late' },
  failed: { code: 'JOB_FAILED', message: 'A job failed' },
};

/** Jobs that each need one of a number of units of time; those in `failing` fail. */
function aRun({ names = ['a', 'b', 'c'], failing = [] as string[], time = 10, late = [] as string[] } = {}) {
  const log = createRecordingLog();
  const done: string[] = [];
  let left = time;
  const run = () =>
    runDueJobs({
      jobs: names
        .filter((name) => !done.includes(name))
        .map((name) => ({
          about: { job: name },
          async run() {
            left -= 1;
            if (failing.includes(name)) throw new Error(`${name} is broken`);
            done.push(name);
          },
        })),
      late: late.map((job) => ({ job })),
      messages,
      hasTime: () => left > 0,
      log,
    });
  return { log, done, run, giveTime: (more: number) => (left += more), repair: () => failing.splice(0) };
}

describe('runDueJobs', () => {
  it('runs the jobs in order', async () => {
    const { run, done, log } = aRun();
    await run();

    expect(done).toEqual(['a', 'b', 'c']);
    expect(log.lines).toEqual([]);
  });

  it('continues after a job that fails, logs it and fails at the end', async () => {
    const { run, done, log } = aRun({ failing: ['a'] });

    await expect(run()).rejects.toThrow('1 of 3 due jobs failed');
    expect(done).toEqual(['b', 'c']);
    expect(log.lines).toMatchObject([{ level: 'error', code: 'JOB_FAILED', fields: { job: 'a' } }]);
  });

  it('starts no further job without time, and the next run continues', async () => {
    const { run, done, giveTime } = aRun({ time: 2 });
    await run();

    expect(done).toEqual(['a', 'b']);

    giveTime(5);
    await run();

    expect(done).toEqual(['a', 'b', 'c']);
  });

  it('runs a failed job again in the next run, and no job that is done', async () => {
    const { run, done, repair } = aRun({ failing: ['b'] });
    await expect(run()).rejects.toThrow();
    repair();
    await run();

    expect(done).toEqual(['a', 'c', 'b']);
  });

  it('reports late jobs, even without time for them', async () => {
    const { run, done, log } = aRun({ late: ['b', 'c'], time: 1 });
    await run();

    expect(done).toEqual(['a']);
    expect(log.lines).toMatchObject([
      { code: 'JOB_LATE', fields: { job: 'b' } },
      { code: 'JOB_LATE', fields: { job: 'c' } },
    ]);
  });
});
