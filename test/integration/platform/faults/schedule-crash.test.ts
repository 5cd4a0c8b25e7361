import type { DynamoDBRecord } from 'aws-lambda';
import * as v from 'valibot';
import { beforeEach, describe, expect, it } from 'vitest';
import * as projectChanges from '#functions/platform/project-changes/index.ts';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import { scheduledJobSchema } from '#shared/platform/core/scheduled-job.ts';
import { requestRecompute } from '#shared/platform/identity/zone-recompute.ts';
import { replaceBody } from '#shared/publishing/domain/post-edit.ts';
import type { Post } from '#shared/publishing/domain/post.ts';
import { unschedulePost } from '#shared/publishing/domain/schedule-post.ts';
import { toPostItem } from '#shared/publishing/store/post-items.ts';
import { aBroadcast } from '#test/support/builders/broadcasts/broadcast-builders.ts';
import { aContext, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { createScriptedNetwork } from '#test/support/fakes/publishing/scripted-network.ts';
import { changeOf } from '#test/support/fixtures/platform/change-of.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { failingCall, lostResponse, tooBusy } from '#test/support/fixtures/platform/faults/faults.ts';
import type { Fault } from '#test/support/fixtures/platform/faults/faulty-client.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import {
  CONTEXT,
  type QueueName,
  startLocalCloud,
} from '#test/support/fixtures/platform/stacks/local-cloud.ts';
import { aPostIn } from '#test/support/fixtures/publishing/post-states.ts';
import { startPublishing, toScheduledJob } from '#test/support/fixtures/publishing/publishing-world.ts';

const DONE = { batchItemFailures: [] };
const HOUR = 3600;
const jobText = v.pipe(v.string(), v.parseJson(), scheduledJobSchema);

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());
/** A post that is scheduled in an hour, as it was written. */
function aPlan(): Post {
  const at = secondsAfterNow(HOUR, cloud.clock());
  return aPostIn('scheduled', { accounts: [1], scheduledAt: at, due: { at, seq: 1, timer: true } });
}

function itemOf(post: Post) {
  return toPostItem(post, aContext().change);
}

/** The stream records of one post after the other. */
function recordsOf(...steps: readonly Post[]): DynamoDBRecord[] {
  const items = steps.map(itemOf);
  return items.map((item, index) => changeOf(items[index - 1], item, String(index + 1)));
}

function follow(Records: DynamoDBRecord[]) {
  return cloud.start('project-changes', projectChanges)({ Records });
}

describe('project-changes, crashed at any call', () => {
  /** A post that is scheduled, one that is moved, one that returns to draft, and a record that cannot be parsed. */
  function aBatch() {
    const [kept, first, gone] = [aPlan(), aPlan(), aPlan()];
    const time = { timezone: first.timezone, scheduledAt: secondsAfterNow(2 * HOUR, cloud.clock()) };
    const moved = replaceBody(first, { ...first, time: '23:00' }, time, cloud.clock());
    const draft = unschedulePost(gone, cloud.clock());
    if (!draft) throw new Error('It was scheduled');
    const poison = changeOf(undefined, { pk: 'P#1', sk: 'P', dueSk: 'nonsense', dueTimer: true }, '99');
    const records = [...recordsOf(kept), ...recordsOf(first, moved), ...recordsOf(gone, draft), poison];
    return { records, kept, moved, gone, poison };
  }

  it('has set every current timer, no outdated one, and each entry once, when the batch is retried', async () => {
    const whole = aBatch();
    cloud.power.restore();
    expect(await follow(whole.records)).toEqual(DONE);
    const calls = cloud.power.calls();
    expect(calls.length).toBeGreaterThanOrEqual(11);

    for (const moment of ['before', 'after'] as const) {
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const batch = aBatch();
        cloud.power.cutAt(call, moment);
        await follow(batch.records);
        expect(cloud.power.isCut()).toBe(true);
        cloud.power.restore();
        expect(await follow(batch.records)).toEqual(DONE);

        expect(await cloud.schedulesNamed(`post-${batch.kept.id}`)).toEqual([`post-${batch.kept.id}-1`]);
        expect(await cloud.schedulesNamed(`post-${batch.moved.id}`)).toContain(`post-${batch.moved.id}-2`);
        expect(new Set(cloud.bodies('quarantined'))).toEqual(new Set([JSON.stringify(batch.poison)]));
        for (const post of [batch.kept, batch.moved, batch.gone]) await expectEntries(post);
      }
    }
  });

  async function expectEntries({ workspaceId, id }: Post): Promise<void> {
    const window = { since: secondsAfterNow(-HOUR), until: secondsAfterNow(48 * HOUR) };
    const { entries } = await cloud.stores.audit.list(workspaceId, { ...window, order: 'asc', limit: 100 });

    expect(new Set(entries.map(({ id: entry }) => entry)).size).toBe(entries.length);
    expect(entries.length).toBeGreaterThanOrEqual(1);
    expect(entries.every(({ resource }) => resource.id === id)).toBe(true);
  }
});

describe('project-changes, with failing services', () => {
  const down = () => Object.assign(new Error('Down'), { name: 'ServiceUnavailable' });

  it.each<[string, () => void]>([
    ['Scheduler is down', () => cloud.faults.scheduler.script(failingCall('CreateSchedule', down()))],
    ['the audit log cannot be written', () => cloud.faults.dynamo.script(failingCall('PutItem', tooBusy()))],
  ])('keeps the batch in the stream while %s', async (_, breakDown) => {
    const post = aPlan();
    breakDown();

    expect(await follow(recordsOf(post))).toEqual({ batchItemFailures: [{ itemIdentifier: '1' }] });
    expect(await follow(recordsOf(post))).toEqual(DONE);
    expect(await cloud.schedulesNamed(`post-${post.id}`)).toHaveLength(1);
  });

  it.each<[string, Fault]>([
    ['CreateSchedule', lostResponse('CreateSchedule')],
    ['DeleteSchedule', lostResponse('DeleteSchedule')],
  ])('handles a lost response to %s', async (_, fault) => {
    const post = aPlan();
    const draft = unschedulePost(post, cloud.clock());
    if (!draft) throw new Error('It was scheduled');
    cloud.faults.scheduler.script(fault);

    expect(await follow(recordsOf(post))).toEqual(DONE);
    expect(await follow(recordsOf(post, draft).slice(1))).toEqual(DONE);
    expect(cloud.faults.scheduler.pending()).toBe(0);
    expect(await cloud.schedulesNamed(`post-${post.id}`)).toEqual([]);
  });
});

describe('a scheduled post', () => {
  async function stored(): Promise<Post> {
    const post = aPlan();
    await cloud.stores.posts.create(post, aContext());
    return post;
  }

  function fired(post: Post): number {
    const jobs = cloud.bodies('publish').map((body) => v.parse(jobText, body));
    return jobs.filter(({ id }) => id === post.id).length;
  }

  it('is queued at its time by its schedule', async () => {
    const post = await stored();
    await follow(recordsOf(post));
    await cloud.fireSchedules();
    expect(fired(post)).toBe(0);

    cloud.clock.advance(HOUR + 60);
    await cloud.fireSchedules();
    expect(cloud.bodies('publish').map((body) => v.parse(jobText, body))).toContainEqual(
      toScheduledJob(post),
    );
  });

  it('is found by the sweep if the process crashed before its timer was set', async () => {
    const post = await stored();
    const sweep = () => cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);
    cloud.clock.advance(HOUR + 119);
    await sweep();
    expect(fired(post)).toBe(0);

    cloud.clock.advance(2);
    await sweep();
    expect(fired(post)).toBe(1);
  });

  it('is published once, whether its schedule, the sweep or both queue it, however often', async () => {
    const post = await stored();
    const network = createScriptedNetwork();
    const publish = startPublishing(cloud, network);
    await follow(recordsOf(post));
    cloud.clock.advance(HOUR + 130);
    await cloud.fireSchedules();
    await cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);
    expect(fired(post)).toBe(2);
    for (const job of [toScheduledJob(post), toScheduledJob(post), toScheduledJob(post)])
      await publish(queueEvent(job));

    expect(await cloud.stores.publications.find(post.workspaceId, post.id)).toMatchObject({ runs: 1 });
  });

  it('is no longer found once publishing starts, until its watchdog is overdue', async () => {
    const post = await stored();
    cloud.clock.advance(HOUR + 130);
    await startPublishing(cloud, createScriptedNetwork())(queueEvent(toScheduledJob(post)));
    cloud.emptyQueues();
    const sweep = () => cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);
    await sweep();
    expect(fired(post)).toBe(0);

    cloud.clock.advance(600 + 121);
    await sweep();
    expect(fired(post)).toBe(1);
  });
});

describe('sweep-schedules', () => {
  it('sends the overdue jobs of each resource to the queue of its consumer', async () => {
    const { stores } = cloud;
    const { workspaceId } = await createWorkspaceIn(stores.workspaces);
    const at = cloud.clock();
    const due = { at, seq: 1, timer: true };
    const post = aPostIn('scheduled', { workspaceId, scheduledAt: at, due });
    await stores.posts.create(post, aContext());
    const broadcast = aBroadcast({ workspaceId, state: 'scheduled', scheduledAt: at, due, planSeq: 1 });
    await stores.broadcasts.create(broadcast, aContext());
    const workspace = (await stores.workspaces.find(workspaceId)) ?? expect.fail();
    const moved = { ...workspace, timezone: 'Asia/Tokyo', recompute: requestRecompute(null, at) };
    await stores.workspaces.update(workspace, moved, aContext());
    cloud.clock.advance(121);
    await cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);

    const idsIn = (queue: QueueName) =>
      cloud
        .bodies(queue)
        .map((body) => v.parse(jobText, body))
        .filter((job) => job.workspaceId === workspaceId)
        .map(({ id }) => id);
    expect({
      publish: idsIn('publish'),
      broadcasts: idsIn('broadcasts'),
      recomputations: idsIn('recomputations'),
    }).toEqual({ publish: [post.id], broadcasts: [broadcast.id], recomputations: [workspaceId] });
  });
});
