import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqsJobQueue } from '#shared/platform/queues/sqs-job-queue.ts';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW } from '#test/support/builders/platform/builders.ts';
import { seen } from '#test/support/fixtures/platform/faults.ts';
import {
  type JobQueueFixture,
  type JobQueueFixturees,
  RECOVERY_QUEUE_BENCHES,
  RELEASE_QUEUE_BENCHES,
} from '#test/support/fixtures/platform/job-queue-fixture.ts';
import { startSqsBench } from '#test/support/fixtures/platform/queue-fixture.ts';

function aRecoveryJob() {
  return { endpointId: newId(NOW), recoveryId: newId(NOW) };
}

function aProbeJob() {
  return { endpointId: newId(NOW), after: newId(NOW), secondPass: true };
}

/** The contract of every queue of background jobs. */
function describeJobQueue<Job>(
  port: string,
  benches: JobQueueFixturees<{ send(job: Job, delaySeconds: number): Promise<void> }, Job>,
  aJob: () => Job,
): void {
  describe.each(benches)(`${port} $name`, ({ start }) => {
    let bench: Awaited<ReturnType<typeof start>>;
    beforeEach(async () => {
      bench = await start();
    });
    afterEach(() => bench?.stop());

    it('accepts jobs in the format of its consumer', async () => {
      const jobs = [aJob(), aJob()];
      for (const job of jobs) await bench.queue.send(job, 0);

      expect(bench.contents()).toEqual(jobs.map((job) => ({ job, delaySeconds: 0 })));
    });

    it('sends the same job twice when asked to, because a job may queue itself again', async () => {
      const job = aJob();
      await bench.queue.send(job, 0);
      await bench.queue.send(job, 0);

      expect(bench.contents()).toHaveLength(2);
    });

    it('rejects everything while it is down', async () => {
      await bench.breakDown();

      await expect(bench.queue.send(aJob(), 0)).rejects.toThrow();
    });
  });
}

describeJobQueue('RecoveryQueue', RECOVERY_QUEUE_BENCHES, aRecoveryJob);
describeJobQueue('ReleaseQueue', RELEASE_QUEUE_BENCHES, aProbeJob);

describe.each(RELEASE_QUEUE_BENCHES)('ReleaseQueue $name, with a delay', ({ start }) => {
  let bench: JobQueueFixture<unknown, unknown> & Awaited<ReturnType<typeof start>>;
  beforeEach(async () => {
    bench = await start();
  });
  afterEach(() => bench?.stop());

  it.each([0, 1, 31, 900])('delays a probe job by %i s', async (seconds) => {
    const job = { ...aProbeJob(), after: null };
    await bench.queue.send(job, seconds);

    expect(bench.contents()).toEqual([{ job, delaySeconds: seconds }]);
  });
});

describe('a job queue on SQS', () => {
  it('groups messages fairly by endpoint', async () => {
    const { client, faults, queueUrl, stop } = await startSqsBench();
    const inputs: object[] = [];
    faults.script(seen('SendMessage', (input) => inputs.push(input)));
    const job = aRecoveryJob();
    await createSqsJobQueue(client, queueUrl).send(job);
    await stop();

    expect(inputs).toMatchObject([{ MessageGroupId: job.endpointId, DelaySeconds: 0 }]);
  });
});
