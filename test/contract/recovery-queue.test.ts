import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqsRecoveryQueue } from '#shared/messaging/sqs-recovery-queue.ts';
import { newId } from '#shared/runtime/ids.ts';
import { NOW } from '#test/support/builders.ts';
import { seen } from '#test/support/faults.ts';
import { startSqsBench } from '#test/support/queue-bench.ts';
import { RECOVERY_QUEUE_BENCHES, type RecoveryQueueBench } from '#test/support/recovery-queue-bench.ts';

function aRecoveryJob() {
  return { endpoint_id: newId(NOW), recovery_id: newId(NOW) };
}

describe.each(RECOVERY_QUEUE_BENCHES)('RecoveryQueue $name', ({ start }) => {
  let bench: RecoveryQueueBench;
  beforeEach(async () => {
    bench = await start();
  });
  afterEach(() => bench?.stop());

  it('takes jobs as its consumer reads them', async () => {
    const jobs = [aRecoveryJob(), aRecoveryJob()];
    for (const job of jobs) await bench.queue.send(job);

    expect(bench.contents()).toEqual(jobs);
  });

  it('does not swallow a job that is sent twice: a recovery sends itself on', async () => {
    const job = aRecoveryJob();
    await bench.queue.send(job);
    await bench.queue.send(job);

    expect(bench.contents()).toEqual([job, job]);
  });

  it('refuses everything while it is down', async () => {
    await bench.breakDown();

    await expect(bench.queue.send(aRecoveryJob())).rejects.toThrow();
  });
});

describe('RecoveryQueue on SQS', () => {
  it('is fair by endpoint', async () => {
    const { client, faults, queueUrl, stop } = await startSqsBench();
    const inputs: object[] = [];
    faults.script(seen('SendMessage', (input) => inputs.push(input)));
    const job = aRecoveryJob();
    await createSqsRecoveryQueue(client, queueUrl).send(job);
    await stop();

    expect(inputs).toMatchObject([{ MessageGroupId: job.endpoint_id }]);
  });
});
