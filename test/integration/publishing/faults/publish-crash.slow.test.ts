import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import { fromEventItem } from '#shared/events/store/event-items.ts';
import { credentialsContext, writeCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { type PublishJob, publishJobSchema } from '#shared/publishing/domain/publish-job.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createScriptedNetwork } from '#test/support/fakes/publishing/scripted-network.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import {
  cancelled,
  failingCall,
  lostResponse,
  tooBusy,
} from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { startPublishing, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const jobText = v.pipe(v.string(), v.parseJson(), publishJobSchema);
/** As the queue of the mapping has it; a lease is over by then. */
const VISIBILITY_SECONDS = 24 * 60;
const MAX_ROUNDS = 20;

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());
/** A post of two accounts that is scheduled for now. */
async function aDuePost() {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const secrets = cloud.secrets();
  for (const id of [1, 2]) {
    const account = anAccount({ id, workspaceId });
    const text = writeCredentials({ provider: 'sandbox' });
    const sealedCredentials = await secrets.seal(text, credentialsContext(account));
    await stores.accounts.create({ ...account, sealedCredentials }, anEvent({ workspaceId }), aContext());
  }
  const now = clock();
  const due = { at: now, seq: 1, timer: true };
  const post = aPostIn('scheduled', { workspaceId, accounts: [1, 2], scheduledAt: now, due });
  await stores.posts.create(post, aContext());
  const network = createScriptedNetwork();
  const provider = {
    ...network,
    publish: (request: Parameters<typeof network.publish>[0]) =>
      cloud.power.through('publish', () => network.publish(request)),
  };
  cloud.power.restore();

  /** Runs a new instance with a message; false if it must be retried. */
  async function receive(job: PublishJob): Promise<boolean> {
    const { batchItemFailures } = await startPublishing(cloud, provider)(queueEvent(job));
    if (cloud.power.isCut()) cloud.power.restore();
    return batchItemFailures.length === 0;
  }

  return {
    post,
    network,
    receive,

    /** Everything that follows, until the run has ended: messages, retries of failed ones, and the sweep. */
    async settle(first: readonly PublishJob[]): Promise<Post> {
      let jobs = first;
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const failed: PublishJob[] = [];
        for (const job of jobs) if (!(await receive(job))) failed.push(job);
        const queued = cloud.bodies('publish').map((body) => v.parse(jobText, body));
        cloud.emptyQueues();
        const current = await cloud.power.aside(() => stores.publications.find(workspaceId, post.id));
        if (!current) throw new Error('The post is gone');
        jobs = [...queued, ...failed];
        if (jobs.length === 0 && current.due === null) return current;
        // Waiting messages are received when the failed ones are visible again, and after the sweep.
        if (queued.length === 0) clock.advance(VISIBILITY_SECONDS);
        if (jobs.length === 0) jobs = [toScheduledJob(current)];
      }
      throw new Error('The run never ends');
    },
  };
}

/** Data of the events about the end of the post. */
async function endsTold({ workspaceId }: Post): Promise<unknown[]> {
  const scan = {
    TableName: cloud.core.name,
    FilterExpression: 'workspaceId = :workspace AND begins_with(event, :posts)',
    ExpressionAttributeValues: marshall({ ':workspace': workspaceId, ':posts': 'publishing.post.' }),
  };
  const { Items = [] } = await cloud.clients.dynamo.send(new ScanCommand(scan));
  return Items.map((item) => JSON.parse(fromEventItem(unmarshall(item)).body).data);
}

async function expectPublishedOnce(
  { post, network }: Awaited<ReturnType<typeof aDuePost>>,
  end: Post,
): Promise<void> {
  const { stores } = cloud;
  const publications = await stores.posts.readPublications(post.id);

  expect(end).toMatchObject({ status: 'published', run: null, due: null, retryAccounts: null });
  expect([...network.posts.keys()].toSorted()).toEqual([`${post.id}-1-1:0`, `${post.id}-1-2:0`]);
  expect(publications.map(({ state }) => state)).toEqual(['published', 'published']);
  expect(await endsTold(post)).toEqual([{ id: post.id, status: 2 }]);
}

describe('publish-post, crashed at any call', () => {
  it('posts once to each account and ends', async () => {
    const whole = await aDuePost();
    expect(await whole.receive(toScheduledJob(whole.post))).toBe(true);
    const jobs = cloud.bodies('publish').map((body) => v.parse(jobText, body));
    const beginning = cloud.power.calls().length;
    cloud.power.restore();
    for (const job of jobs) expect(await whole.receive(job)).toBe(true);
    const calls = beginning + cloud.power.calls().length;
    expect(calls).toBeGreaterThan(12);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await aDuePost();
        const cuts = cloud.power.cuts();
        cloud.power.cutAt(call, moment);
        const end = await world.settle([toScheduledJob(world.post)]);

        expect(cloud.power.cuts() - cuts, `${moment} call ${call}`).toBe(1);
        await expectPublishedOnce(world, end);
      }
    }
  });
});

describe('publish-post, with failing services', () => {
  it.each<[string, Fault]>([
    ['reading is throttled', failingCall('GetItem', tooBusy())],
    ['the run cannot be started', failingCall('TransactWriteItems', tooBusy())],
    ['the attempt cannot be recorded', failingCall('PutItem', tooBusy())],
    ['accounts cannot be read', failingCall('BatchGetItem', tooBusy())],
  ])('retries its message when %s, and posts once', async (_, fault) => {
    const world = await aDuePost();
    cloud.faults.dynamo.script(fault);
    const end = await world.settle([toScheduledJob(world.post)]);

    expect(cloud.faults.dynamo.pending()).toBe(0);
    await expectPublishedOnce(world, end);
  });

  it.each<[string, Fault]>([
    ['the start conflicts with another transaction', cancelled('TransactionConflict')],
    ['the response to the start is lost', lostResponse('TransactWriteItems')],
    ['the response to a recorded attempt is lost', lostResponse('PutItem')],
  ])('needs no second message when %s', async (_, fault) => {
    const world = await aDuePost();
    cloud.faults.dynamo.script(fault);

    expect(await world.receive(toScheduledJob(world.post))).toBe(true);
    for (const body of cloud.bodies('publish')) {
      expect(await world.receive(v.parse(jobText, body))).toBe(true);
    }
    expect(cloud.faults.dynamo.pending()).toBe(0);
    cloud.emptyQueues();
    await expectPublishedOnce(world, await world.settle([]));
    expect(world.network.requests).toHaveLength(2);
  });
});
