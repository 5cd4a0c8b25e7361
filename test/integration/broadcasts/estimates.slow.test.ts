import { beforeEach, describe, expect, it } from 'vitest';
import * as sendMessages from '#functions/broadcasts/send-broadcast-messages/index.ts';
import { editBroadcast } from '#shared/broadcasts/domain/broadcast-edit.ts';
import { newEstimate } from '#shared/broadcasts/domain/broadcast-estimate.ts';
import { estimateBasis } from '#shared/broadcasts/use-cases/estimate-basis.ts';
import { editContact } from '#shared/messaging/domain/contact-edit.ts';
import { aPlatformBroadcast } from '#test/support/builders/broadcasts/platform-builders.ts';
import { aContact } from '#test/support/builders/messaging/contact-builders.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { createWorkspaceIn } from '#test/support/builders/workspaces/workspace-builders.ts';
import { aPhoneEndingIn } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** Contacts with phone numbers, except every tenth, and a broadcast to all of them. */
async function aWorld(size: number) {
  const { stores, clock } = cloud;
  const { workspaceId } = await createWorkspaceIn(stores.workspaces);
  const contacts = Array.from({ length: size }, (_, index) =>
    aContact({
      workspaceId,
      phone: index % 10 === 0 ? null : aPhoneEndingIn('10', index),
      updatedAt: new Date(clock().getTime() + index),
    }),
  );
  for (let at = 0; at < size; at += 50)
    await Promise.all(
      contacts.slice(at, at + 50).map((each) => stores.contacts.create(each, [], aContext())),
    );
  clock.advance(10);
  const broadcast = aPlatformBroadcast({ workspaceId, sending: { ratePerSecond: 2 } });
  await stores.broadcasts.create(broadcast, aContext());

  const found = () => stores.broadcastEstimates.find(workspaceId, broadcast.id);
  const estimate = async () => (await found()) ?? expect.fail('No estimate');

  async function request(): Promise<void> {
    const before = await found();
    const next = newEstimate(broadcast, estimateBasis(broadcast), before, clock());
    await stores.broadcastEstimates.request(before, next, aContext());
  }

  async function message() {
    const { due, dueSeq } = await estimate();
    const seq = due?.seq ?? dueSeq;
    return queueEvent({
      resource: 'broadcast_estimate',
      id: broadcast.id,
      workspaceId,
      seq,
      dueAt: clock().getTime(),
    });
  }

  const run = async (event: Awaited<ReturnType<typeof message>>) =>
    cloud.start('send-broadcast-messages', sendMessages, { ports: { senders: {} } })(event);

  /** Continues as the timers do, until everything is counted. Returns the number of runs. */
  async function finish(): Promise<number> {
    for (let runs = 0; ; runs += 1) {
      const { due } = await estimate();
      if (!due) return runs;
      expect(runs).toBeLessThan(20);
      clock.advance(Math.max(0, (due.at.getTime() - clock().getTime()) / 1000));
      expect(await run(await message())).toEqual(DONE);
    }
  }

  async function touch(index: number): Promise<void> {
    const contact = contacts[index] ?? expect.fail('No such contact');
    const after =
      editContact(contact, { name: 'Changed' }, clock())?.contact ?? expect.fail('Nothing changed');
    await stores.contacts.save(contact, after, [], aContext());
  }

  await request();
  return { workspaceId, broadcast, contacts, found, estimate, request, message, run, finish, touch };
}

const countsOf = (recipients: number, unreachable: number) => ({
  recipients,
  unreachable,
  optedOut: 0,
  parts: recipients,
  price: recipients * 1000,
});

describe('an estimate', () => {
  it('counts in several runs, if one is not enough', async () => {
    const world = await aWorld(130);
    // The time of the first run ends during its first page.
    cloud.faults.dynamo.script(meanwhile('Query', async () => cloud.clock.advance(30)));
    expect(await world.run(await world.message())).toEqual(DONE);

    expect(await world.estimate()).toMatchObject({
      state: 'counting',
      attempts: 0,
      counts: countsOf(90, 10),
    });
    expect(await world.finish()).toBe(1);
    expect(await world.estimate()).toMatchObject({
      state: 'ready',
      counts: countsOf(117, 13),
      seconds: 59,
      due: null,
    });
  });

  it('counts no contact twice that changes meanwhile', async () => {
    const world = await aWorld(130);
    const nothing = async () => undefined;
    cloud.faults.dynamo.script(
      meanwhile('Query', nothing),
      meanwhile('Query', async () => {
        cloud.clock.advance(1);
        await world.touch(1);
      }),
    );
    await world.finish();

    expect((await world.estimate()).counts).toEqual(countsOf(117, 13));
  });

  it('is counted once by a message that is received twice, and by two runs at the same time', async () => {
    const world = await aWorld(30);
    const message = await world.message();
    cloud.power.restore();
    await Promise.all([world.run(message), world.run(message)]);
    expect(cloud.power.calls().filter((command) => command === 'Query')).toHaveLength(1);
    const first = await world.estimate();
    await world.run(message);
    await world.finish();

    expect((await world.estimate()).counts).toEqual(countsOf(27, 3));
    expect(await world.estimate()).toEqual(first);
  });

  it('starts again at a new request, and the run of the one before stores nothing more', async () => {
    const world = await aWorld(30);
    cloud.faults.dynamo.script(
      meanwhile('Query', async () => {
        cloud.clock.advance(1);
        await world.request();
      }),
    );
    await world.run(await world.message());

    expect(await world.estimate()).toMatchObject({ state: 'counting', attempts: 0, cursor: null });
    expect((await world.estimate()).counts.recipients).toBe(0);
    await world.finish();
    expect((await world.estimate()).counts).toEqual(countsOf(27, 3));
  });

  it('fails if the broadcast was edited', async () => {
    const world = await aWorld(10);
    const after = editBroadcast(world.broadcast, { audience: '{"stage":"lead"}' }, cloud.clock(), 'member');
    await cloud.stores.broadcasts.save(world.broadcast, after ?? expect.fail('No edit'), aContext());
    await world.finish();

    expect(await world.estimate()).toMatchObject({ state: 'failed', due: null });
  });

  it('ends with its broadcast', async () => {
    const world = await aWorld(10);
    const message = await world.message();
    cloud.faults.dynamo.script(
      meanwhile('Query', () => cloud.stores.broadcasts.remove(world.broadcast, aContext())),
    );

    expect(await world.run(message)).toEqual(DONE);
    expect(await world.found()).toBeUndefined();
    expect(await world.run(message)).toEqual(DONE);
  });

  it('fails after 8 attempts without progress', async () => {
    const world = await aWorld(10);
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      const { due } = await world.estimate();
      cloud.clock.advance(Math.max(0, ((due?.at.getTime() ?? 0) - cloud.clock().getTime()) / 1000));
      const message = await world.message();
      // After the reads of the estimate and the broadcast, and the write of the attempt.
      cloud.power.cutAt(4, 'before');
      await world.run(message);
      cloud.power.restore();
    }
    expect(await world.estimate()).toMatchObject({ state: 'counting', attempts: 8 });
    await world.finish();

    expect(await world.estimate()).toMatchObject({ state: 'failed', due: null });
  });

  it('is exact, whenever a run is killed', async () => {
    const world = await aWorld(130);
    const first = await world.message();
    cloud.power.restore();
    await world.run(first);
    const calls = cloud.power.calls();
    expect(calls.length).toBeGreaterThanOrEqual(7);

    for (const moment of ['before', 'after'] as const)
      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        await world.request();
        const message = await world.message();
        cloud.power.cutAt(call, moment);
        await world.run(message);
        cloud.power.restore();
        // The message is received again, and the next attempt is planned.
        await world.run(message);
        await world.finish();

        expect(await world.estimate()).toMatchObject({ state: 'ready', counts: countsOf(117, 13) });
      }
  }, 60_000);
});
