import { beforeEach, describe, expect, it } from 'vitest';
import { resumeBroadcast } from '#shared/broadcasts/domain/pause-broadcast.ts';
import type { SendResult } from '#shared/messaging/ports/message-sender.ts';
import { HOUR_MS } from '#shared/platform/core/time-units.ts';
import { aContext } from '#test/support/builders/platform/command-builders.ts';
import {
  aPhoneEndingIn,
  type BroadcastWorld,
  startBroadcastWorld,
} from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const PHONES = [aPhoneEndingIn('10', 1), aPhoneEndingIn('10', 2)];
const DAY = 86_400;
const deferred = (code: string): SendResult => ({ kind: 'deferred', code, retryAfterMs: HOUR_MS });

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

async function resume(world: BroadcastWorld): Promise<void> {
  const [before, from] = [await world.stored(), await world.state()];
  const change = resumeBroadcast(before, from, undefined, cloud.clock()) ?? expect.fail('It is not paused');
  const states = { before: from, after: change.state };
  await cloud.stores.broadcasts.savePause(before, change.made.broadcast, states, aContext());
}

describe('a message that its provider defers', () => {
  it('fails 24 hours after its first attempt', async () => {
    const world = await startBroadcastWorld(cloud, PHONES, { result: deferred('throttled') });
    const start = cloud.clock().getTime();
    await world.finish();

    expect(await world.outcomes()).toEqual(['failed expired', 'failed expired']);
    expect((cloud.clock().getTime() - start) / 1000).toBeGreaterThanOrEqual(DAY);
    expect((cloud.clock().getTime() - start) / 1000).toBeLessThan(DAY + 60);
    await world.expectSound();
  }, 60_000);

  it.each([
    ['', {}],
    [', also after quiet hours', { quietHours: { from: '00:00', to: '23:59' } }],
  ])('is attempted again after a pause of more than 24 hours%s', async (_, sending) => {
    let isLimited = true;
    const world = await startBroadcastWorld(cloud, PHONES, {
      sending,
      result: () => (isLimited ? deferred('spend_limit_reached') : undefined),
    });
    for (let runs = 0; runs < 3 && world.requests.length === 0; runs += 1) {
      const { due } = (await world.state()).run;
      cloud.clock.advance(Math.max(0, ((due?.at.getTime() ?? 0) - cloud.clock().getTime()) / 1000));
      await world.run(await world.message());
    }
    expect((await world.state()).control.pausedReason).toBe('spend_limit_reached');
    isLimited = false;
    cloud.clock.advance(2 * DAY + 3600);
    await resume(world);
    await world.finish();

    expect(await world.outcomes()).toEqual(['delivered', 'delivered']);
    expect(await world.stored()).toMatchObject({ state: 'finished', sent: 2, failed: 0 });
    await world.expectSound();
  });
});
