import { beforeEach, expect, it } from 'vitest';
import * as runBroadcast from '#functions/broadcasts/run-broadcast/index.ts';
import * as sweepSchedules from '#functions/platform/sweep-schedules/index.ts';
import {
  aPhoneEndingIn,
  type BroadcastWorld,
  startBroadcastWorld,
} from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { queueEvent } from '#test/support/fixtures/platform/queue-event.ts';
import { CONTEXT, startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

const DAY = 86_400;

/** Runs the job of the watchdog that is stored with the broadcast. */
async function watch(world: BroadcastWorld): Promise<void> {
  const { id, workspaceId, due } = await world.stored();
  const job = { resource: 'broadcast', id, workspaceId, seq: due?.seq, dueAt: due?.at.getTime() };
  const { batchItemFailures } = await cloud.start('run-broadcast', runBroadcast)(queueEvent(job));
  expect(batchItemFailures).toEqual([]);
}

it('fails a broadcast that is paused for 30 days, with true numbers, and skips the rest', async () => {
  const phones = Array.from({ length: 5 }, (_, index) => aPhoneEndingIn('10', index));
  const world = await startBroadcastWorld(cloud, phones, { sending: { budget: 3000 } });
  await world.run(await world.message());
  await world.deliverReceipts();
  expect((await world.state()).control.pausedReason).toBe('budget_reached');

  cloud.clock.advance(DAY);
  await watch(world);
  expect((await world.stored()).state).toBe('in_flight');

  cloud.clock.advance(29 * DAY);
  await watch(world);
  expect(await world.stored()).toMatchObject({
    state: 'failed',
    error: 'The broadcast was paused for 30 days.',
    recipients: 5,
    sent: 3,
    failed: 0,
  });
  await world.finish();
  const skipped = 'skipped broadcast_failed';
  expect((await world.outcomes()).toSorted()).toEqual([
    'delivered',
    'delivered',
    'delivered',
    skipped,
    skipped,
  ]);
});

it('is sent although the timer of its run was lost', async () => {
  const world = await startBroadcastWorld(cloud, [aPhoneEndingIn('10')]);
  cloud.clock.advance(121);
  await cloud.start('sweep-schedules', sweepSchedules)({}, CONTEXT);

  expect(cloud.bodies('sendings').filter((body) => body.includes(world.id))).toHaveLength(1);
});
