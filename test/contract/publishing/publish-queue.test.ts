import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { createSqsPublishQueue } from '#shared/publishing/adapters/sqs-publish-queue.ts';
import { type AccountJob, type PublishJob, publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import type { PublishQueue } from '#shared/publishing/ports/publish-queue.ts';
import { NOW } from '#test/support/builders/platform/command-builders.ts';
import { createMemoryPublishQueue } from '#test/support/fakes/publishing/memory-publish-queue.ts';
import { startSqsFixture } from '#test/support/fixtures/platform/queue-fixture.ts';
import { aScheduledJob } from '#test/support/fixtures/platform/schedule-fixture.ts';

type Fixture = {
  readonly queue: PublishQueue;
  contents(): { job: PublishJob; delaySeconds: number }[];
  stop(): Promise<void>;
};

const jobText = v.pipe(v.string(), v.parseJson(), publishJobSchema);

const FIXTURES: readonly { readonly name: string; readonly start: () => Promise<Fixture> }[] = [
  {
    name: 'in memory',
    async start() {
      const queue = createMemoryPublishQueue(() => NOW);
      return {
        queue,
        contents: () =>
          queue.waiting.map(({ job, at }) => ({ job, delaySeconds: (at - NOW.getTime()) / 1000 })),
        stop: async () => undefined,
      };
    },
  },
  {
    name: 'on SQS',
    async start() {
      const { client, queueUrl, messages, stop } = await startSqsFixture();
      return {
        queue: createSqsPublishQueue(client, queueUrl),
        contents: () =>
          messages().map(({ body, delaySeconds }) => ({ job: v.parse(jobText, body), delaySeconds })),
        stop,
      };
    },
  },
];

function anAttempt(accountId: number): AccountJob {
  const [postId, workspaceId] = [newId(NOW), newId(NOW)];
  return { kind: 'account', postId, workspaceId, run: 1, accountId, attempt: 1 };
}

describe.each(FIXTURES)('PublishQueue $name', ({ start }) => {
  let fixture: Fixture;
  afterEach(() => fixture?.stop());

  it('accepts attempts for a hundred accounts at once', async () => {
    fixture = await start();
    const jobs = Array.from({ length: 100 }, (_, index) => anAttempt(index + 1));
    await fixture.queue.sendAll(jobs);
    const found = fixture.contents();

    expect(found).toHaveLength(100);
    expect(found).toEqual(expect.arrayContaining(jobs.map((job) => ({ job, delaySeconds: 0 }))));
  });

  it('delivers attempts and scheduled posts after a delay, and rejects a delay that SQS rejects', async () => {
    fixture = await start();
    const [job, due] = [anAttempt(1), aScheduledJob()];
    await fixture.queue.sendLater(job, 900);
    await fixture.queue.sendLater(due, 0);

    expect(fixture.contents()).toEqual(
      expect.arrayContaining([
        { job, delaySeconds: 900 },
        { job: due, delaySeconds: 0 },
      ]),
    );
    await expect(fixture.queue.sendLater(job, 901)).rejects.toThrow();
  });
});
