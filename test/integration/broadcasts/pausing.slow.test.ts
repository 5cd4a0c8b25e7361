import { beforeEach, describe, expect, it } from 'vitest';
import type { Broadcast } from '#shared/broadcasts/domain/broadcast.ts';
import {
  pauseBroadcast,
  type PauseChange,
  resumeBroadcast,
} from '#shared/broadcasts/domain/pause-broadcast.ts';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import type { RunState } from '#shared/broadcasts/domain/run-state.ts';
import { ConcurrentUpdateError } from '#shared/platform/core/errors.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import {
  aPhoneEndingIn,
  type BroadcastWorld,
  startBroadcastWorld,
} from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { meanwhile } from '#test/support/fixtures/platform/faults/faults.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

async function aWorldOf(count: number, options: Parameters<typeof startBroadcastWorld>[2] = {}) {
  const phones = Array.from({ length: count }, (_, index) => aPhoneEndingIn('10', index));
  return startBroadcastWorld(cloud, phones, options);
}

type Make = (before: Broadcast, state: RunState, now: Date) => PauseChange | undefined;

/** Pauses or resumes a broadcast as the operations do, which try again after a race. */
async function change(world: BroadcastWorld, make: Make): Promise<void> {
  for (;;) {
    const [before, from] = [await world.stored(), await world.state()];
    const made = make(before, from, cloud.clock());
    if (!made) return;
    const { broadcast } = made.made;
    try {
      await cloud.stores.broadcasts.savePause(
        before,
        broadcast,
        { before: from, after: made.state },
        aContext(),
      );
      return;
    } catch (error) {
      if (!(error instanceof ConcurrentUpdateError)) throw error;
    }
  }
}

const pause = (world: BroadcastWorld) => change(world, pauseBroadcast);
const resume = (world: BroadcastWorld, budget?: number) =>
  change(world, (before, state, now) => resumeBroadcast(before, state, budget, now));

describe('a pause on request', () => {
  it('while messages are sent lets only claimed ones arrive, and the rest after the broadcast is resumed', async () => {
    const world = await aWorldOf(60);
    world.duringFirstSend(() => pause(world));
    await world.run(await world.message());
    const sent = world.requests.length;
    expect(sent).toBeGreaterThanOrEqual(1);
    expect(sent).toBeLessThanOrEqual(32);
    expect((await world.state()).run.due?.at.getTime()).toBe(cloud.clock().getTime() + 5 * 60_000);

    await resume(world);
    expect((await world.state()).run.due?.at).toEqual(cloud.clock());
    await world.finish();
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 60 });
    expect(world.requests).toHaveLength(60);
  });

  it('while the audience is resolved sends nothing until the broadcast is resumed', async () => {
    const world = await aWorldOf(3);
    cloud.faults.dynamo.script(meanwhile('TransactWriteItems', () => pause(world)));
    await world.run(await world.message());
    expect(world.requests).toEqual([]);
    expect(await world.stored()).toMatchObject({ state: 'in_flight', recipients: 3 });

    await resume(world);
    await world.finish();
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 3 });
  });
});

describe('a broadcast that is resumed', () => {
  it('while its run is about to wait continues at once, whichever is first', async () => {
    const world = await aWorldOf(3);
    await pause(world);
    // The run has read that the broadcast is paused, and stores when it asks again.
    let writes = 0;
    const act = async () => {
      writes += 1;
      if (writes === 2) await resume(world);
    };
    cloud.faults.dynamo.script(...Array.from({ length: 4 }, () => meanwhile('UpdateItem', act)));
    await world.run(await world.message());

    expect((await world.state()).run.due?.at.getTime()).toBeLessThanOrEqual(cloud.clock().getTime() + 60_000);
    await world.finish();
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 3 });
    expect(world.requests).toHaveLength(3);
  });

  it('while its run still sends goes on in another run, once to each contact', async () => {
    const world = await aWorldOf(60);
    world.duringFirstSend(async () => {
      await pause(world);
      await resume(world);
      await world.run(await world.message());
    });
    await world.run(await world.message());
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 60 });
    expect(world.requests).toHaveLength(60);
  });

  it('with a higher budget while its run sends goes on with it', async () => {
    const world = await aWorldOf(20, { sending: { budget: 3000 } });
    await world.run(await world.message());
    expect((await world.state()).control).toMatchObject({ pausedReason: 'budget_reached', reserved: 3000 });

    await resume(world, 12_000);
    world.duringFirstSend(async () => {
      await pause(world);
      await resume(world, 30_000);
    });
    await world.finish();
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 20 });
    expect((await world.state()).control).toMatchObject({ pausedAt: null, budget: 30_000, reserved: 20_000 });
  });

  it('while its recipients are announced keeps its higher budget', async () => {
    const world = await aWorldOf(3, { sending: { budget: 1000 } });
    await pause(world);
    cloud.faults.dynamo.script(
      meanwhile('TransactWriteItems', async () => undefined),
      meanwhile('TransactWriteItems', () => resume(world, 9000)),
    );
    await world.finish();

    expect((await world.stored()).sending?.budget).toBe(9000);
    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 3 });
  });
});

describe('pauses and their ends at the same time', () => {
  it('leave the broadcast in one of both states, and lose no recipient', async () => {
    const world = await aWorldOf(40);
    const storm = async () => {
      for (let round = 0; round < 3; round += 1)
        await Promise.all([pause(world), resume(world), pause(world)]);
    };
    await Promise.all([world.run(await world.message()), storm()]);
    await resume(world);
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: 40 });
    expect(world.requests).toHaveLength(40);
  });
});
