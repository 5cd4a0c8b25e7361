import { beforeEach, describe, expect, it } from 'vitest';
import { credentialsContext, writeCredentials } from '#shared/publishing/domain/account-credentials.ts';
import type { PostRemoval } from '#shared/publishing/domain/deletion/post-removal.ts';
import { anEvent } from '#test/support/builders/events/event-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { anAccount } from '#test/support/builders/publishing/account-builders.ts';
import { anOutcome, aRemoval } from '#test/support/builders/publishing/removal-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import {
  createScriptedNetwork,
  rejectedRemoval,
  retryRemoval,
} from '#test/support/fakes/publishing/scripted-network.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, lostResponse, tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { startRemoving, toRemovalJob } from '#test/support/fixtures/publishing/removal-world.ts';

const MAX_ROUNDS = 30;
const OVERDUE_SECONDS = 121;

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** A deleted post, whose threads of two are still at two accounts. */
async function aDeletedPost() {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const secrets = cloud.secrets();
  const network = createScriptedNetwork();
  const outcomes = [1, 2].map((accountId) => {
    const remote = [1, 2].map((part) => `remote-${accountId}-${part}`);
    for (const id of remote) network.posts.set(id, { id, url: null });
    return anOutcome({ accountId, remote });
  });
  for (const id of [1, 2]) {
    const account = anAccount({ id, workspaceId });
    const text = writeCredentials({ provider: 'sandbox' });
    const sealedCredentials = await secrets.seal(text, credentialsContext(account));
    await stores.accounts.create({ ...account, sealedCredentials }, anEvent({ workspaceId }), aContext());
  }
  const post = aPostIn('published', { workspaceId, runs: 1 });
  await stores.posts.create(post, aContext());
  const due = { at: clock(), seq: 1, timer: true };
  const removal = aRemoval({ id: post.id, workspaceId, accounts: outcomes, requestedAt: clock(), due });
  const request = { before: undefined, after: removal };
  await stores.trash.deletePosts([{ before: post, after: null, removal: request }], null, aContext());
  const provider = {
    ...network,
    remove: (given: Parameters<typeof network.remove>[0]) =>
      cloud.power.through('remove', () => network.remove(given)),
  };
  cloud.power.restore();

  /** Runs a new instance with the job of a removal; false if it must be retried. */
  async function receive(current: PostRemoval): Promise<boolean> {
    const event = queueEvent(toRemovalJob(current));
    const { batchItemFailures } = await startRemoving(cloud, provider)(event);
    if (cloud.power.isCut()) cloud.power.restore();
    return batchItemFailures.length === 0;
  }

  return {
    removal,
    network,
    receive,

    /** Everything that follows, until every account has ended: messages at their time, and the sweep. */
    async settle(): Promise<PostRemoval> {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const current = await cloud.power.aside(() => stores.postRemovals.find(workspaceId, post.id));
        if (!current) throw new Error('The removal is gone');
        if (current.due === null) return current;
        const late = current.due.timer ? 0 : OVERDUE_SECONDS;
        clock.advance(Math.max(0, (current.due.at.getTime() - clock().getTime()) / 1000 + late));
        await receive(current);
      }
      throw new Error('The removal never ends');
    },
  };
}

type World = Awaited<ReturnType<typeof aDeletedPost>>;

function expectRemoved({ network }: World, end: PostRemoval): void {
  expect(end.accounts.map(({ state, left }) => [state, left])).toEqual([
    ['removed', 0],
    ['removed', 0],
  ]);
  expect([...network.posts.keys()]).toEqual([]);
}

describe('remove-publications, crashed at any call', () => {
  it('removes every post', async () => {
    const whole = await aDeletedPost();
    expect(await whole.receive(whole.removal)).toBe(true);
    const calls = cloud.power.calls().length;
    expect(calls).toBeGreaterThan(10);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await aDeletedPost();
        const cuts = cloud.power.cuts();
        cloud.power.cutAt(call, moment);
        const end = await world.settle();

        expect(cloud.power.cuts() - cuts, `${moment} call ${call}`).toBe(1);
        expectRemoved(world, end);
      }
    }
  });

  it('sets the account to needs_reauth, or says why the post is left', async () => {
    const rejections = [() => rejectedRemoval('unauthorised', 'credentials_refused')];
    const whole = await aDeletedPost();
    whole.network.scriptRemovals(...rejections);
    await whole.receive(whole.removal);
    const calls = cloud.power.calls().length;

    for (let call = 1; call <= calls; call += 1) {
      if (isCrashSkipped('after', call)) continue;
      cloud.tidy();
      const world = await aDeletedPost();
      world.network.scriptRemovals(...rejections, ...rejections);
      cloud.power.cutAt(call, 'after');
      const { accounts } = await world.settle();

      for (const { state, error } of accounts)
        expect(state === 'removed' || error !== null, `after call ${call}`).toBe(true);
    }
  });
});

describe('remove-publications, with failing services', () => {
  it.each<[string, Fault]>([
    ['reading is throttled', failingCall('GetItem', tooBusy())],
    ['the attempt cannot be recorded', failingCall('PutItem', tooBusy())],
    ['accounts cannot be read', failingCall('BatchGetItem', tooBusy())],
    ['the response to a recorded attempt is lost', lostResponse('PutItem')],
  ])('removes every post when %s', async (_, fault) => {
    const world = await aDeletedPost();
    cloud.faults.dynamo.script(fault);
    await world.receive(world.removal);
    expect(cloud.faults.dynamo.pending()).toBe(0);

    expectRemoved(world, await world.settle());
  });

  it('waits as long as the network demands', async () => {
    const world = await aDeletedPost();
    const limited = new Date(cloud.clock().getTime() + 3_600_000);
    world.network.scriptRemovals(() => retryRemoval('rate_limited', limited));
    await world.receive(world.removal);
    const { workspaceId, id } = world.removal;

    expect((await cloud.stores.postRemovals.find(workspaceId, id))?.due).toMatchObject({ at: limited });
    expectRemoved(world, await world.settle());
  });

  it('moves messages that it cannot parse to the dead-letter queue, and handles the others', async () => {
    const world = await aDeletedPost();
    const garbage = ['{', '{}', '{"resource":"elephant"}', 'null'].map((body, index) => ({
      ...queueEvent(toRemovalJob(world.removal)).Records[0],
      messageId: `garbage-${index}`,
      body,
    }));
    const event = queueEvent(toRemovalJob(world.removal));
    const records = [...garbage, ...event.Records] as typeof event.Records;
    const { batchItemFailures } = await startRemoving(cloud, world.network)({ Records: records });

    expect(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier)).toEqual(
      garbage.map(({ messageId }) => messageId),
    );
    expectRemoved(world, await world.settle());
  });
});
