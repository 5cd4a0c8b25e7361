import { beforeEach, describe, expect, it } from 'vitest';
import { cancelBroadcast } from '#shared/broadcasts/domain/end-broadcast.ts';
import { broadcastControlKey } from '#shared/broadcasts/store/keys.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DEFERRED: SendResult = { kind: 'deferred', code: 'throttled', retryAfterMs: null };
/** Recipients of one block, which is a second of messages. */
const BLOCK = 10;

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

function phones(count: number): string[] {
  return Array.from({ length: count }, (_, index) => aPhoneEndingIn('10', index));
}

describe('a broadcast that is deleted while its last messages are sent', () => {
  it('leaves nothing without a workspace and without an end', async () => {
    const world = await startBroadcastWorld(cloud, phones(20), { result: DEFERRED });
    world.duringFirstSend(async () => {
      const before = await world.stored();
      const { broadcast } = cancelBroadcast(before, cloud.clock());
      await cloud.stores.broadcasts.save(before, broadcast, aContext());
      await cloud.stores.broadcasts.remove(broadcast, aContext());
    });
    await world.run(await world.message());

    expect(world.requests.length).toBeLessThanOrEqual(32);
    expect(await cloud.core.get(broadcastControlKey(world.id))).toMatchObject({
      workspaceId: world.workspaceId,
      reserved: 0,
      ttl: expect.any(Number),
    });
  });
});

describe('a number that is disconnected while a run sends', () => {
  it('sends no further block', async () => {
    const world = await startBroadcastWorld(cloud, phones(2 * BLOCK), { sending: { ratePerSecond: BLOCK } });
    world.duringFirstSend(async () => {
      const number = await cloud.stores.numbers.find(world.workspaceId, world.number.id);
      await cloud.stores.numbers.remove(number ?? expect.fail('No number'), aContext());
      // The next block of the same run has its slots then.
      cloud.clock.advance(2);
    });
    await world.run(await world.message());

    expect(world.requests.length).toBeLessThanOrEqual(BLOCK);
    expect((await world.state()).control.pausedReason).toBe('number_unavailable');
  });
});
