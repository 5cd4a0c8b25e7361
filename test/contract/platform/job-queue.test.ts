import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { seen } from '#test/support/fixtures/platform/faults/faults.ts';
import {
  type JobQueueFixture,
  type JobQueueFixtures,
  RECOVERY_QUEUE_FIXTURES,
  RELEASE_QUEUE_FIXTURES,
} from '#test/support/fixtures/platform/job-queue-fixture.ts';
import { startSqsFixture } from '#test/support/fixtures/platform/queue-fixture.ts';

function aRecoveryJob() {
  return { endpointId: newId(NOW), recoveryId: newId(NOW) };
}

function aProbeJob() {
  return { endpointId: newId(NOW), after: newId(NOW), secondPass: true };
}

/** The contract of every queue of background jobs. */
function describeJobQueue<Job>(
  port: string,
  fixtures: JobQueueFixtures<{ send(job: Job, delaySeconds: number): Promise<void> }, Job>,
  aJob: () => Job,
): void {
  describe.each(fixtures)(`${port} $name`, ({ start }) => {
    let fixture: Awaited<ReturnType<typeof start>>;
    beforeEach(async () => {
      fixture = await start();
    });
    afterEach(() => fixture?.stop());

    it('accepts jobs in the format of its consumer', async () => {
      const jobs = [aJob(), aJob()];
      for (const job of jobs) await fixture.queue.send(job, 0);

      expect(fixture.contents()).toEqual(jobs.map((job) => ({ job, delaySeconds: 0 })));
    });

    it('sends the same job twice when asked to, because a job may queue itself again', async () => {
      const job = aJob();
      await fixture.queue.send(job, 0);
      await fixture.queue.send(job, 0);

      expect(fixture.contents()).toHaveLength(2);
    });

    it('rejects everything while it is down', async () => {
      await fixture.breakDown();

      await expect(fixture.queue.send(aJob(), 0)).rejects.toThrow();
    });
  });
}

describeJobQueue('RecoveryQueue', RECOVERY_QUEUE_FIXTURES, aRecoveryJob);
describeJobQueue('ReleaseQueue', RELEASE_QUEUE_FIXTURES, aProbeJob);

describe.each(RELEASE_QUEUE_FIXTURES)('ReleaseQueue $name, with a delay', ({ start }) => {
  let fixture: JobQueueFixture<unknown, unknown> & Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    fixture = await start();
  });
  afterEach(() => fixture?.stop());

  it.each([0, 1, 31, 900])('delays a probe job by %i s', async (seconds) => {
    const job = { ...aProbeJob(), after: null };
    await fixture.queue.send(job, seconds);

    expect(fixture.contents()).toEqual([{ job, delaySeconds: seconds }]);
  });
});

describe('a job queue on SQS', () => {
  it('groups messages fairly by endpoint', async () => {
    const { client, faults, queueUrl, stop } = await startSqsFixture();
    const inputs: object[] = [];
    faults.script(seen('SendMessage', (input) => inputs.push(input)));
    const job = aRecoveryJob();
    await createSqsJobQueue(client, queueUrl).send(job);
    await stop();

    expect(inputs).toMatchObject([{ MessageGroupId: job.endpointId, DelaySeconds: 0 }]);
  });
});
