import { beforeEach, describe, expect, it } from 'vitest';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { isCrashSkipped } from '#test/support/fixtures/platform/depth.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const DONE = { batchItemFailures: [] };

/** One of each behaviour of the sandbox, and two contacts that get nothing. */
const PHONES = ['01', '02', '03', '04', '06', '07', '10'].map((digits) => aPhoneEndingIn(digits));

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

describe('send-broadcast-messages', () => {
  it('sends to each contact once and records every outcome', async () => {
    const world = await startBroadcastWorld(cloud, [...PHONES, null]);
    expect(await world.run(await world.message())).toEqual(DONE);
    await world.finish();

    expect(await world.outcomes()).toEqual([
      'failed message_rejected',
      'sent',
      'delivered',
      'unknown result_unknown',
      'failed destination_unreachable',
      'delivered',
      'delivered',
      'skipped contact_unreachable',
    ]);
    expect(await world.expectSound()).toEqual({
      ...NO_RECIPIENTS,
      sent: 1,
      delivered: 3,
      failed: 2,
      unknown: 1,
      skipped: 1,
    });
    expect(await world.stored()).toMatchObject({
      state: 'finished',
      recipients: 7,
      sending: { phoneNumberId: world.number.id },
      error: null,
    });
    expect(await world.events()).toEqual([
      'broadcast.completed',
      'broadcast.sent',
      'message.failed',
      'message.failed',
    ]);
  });

  it('sends to 300 contacts although it is killed at ten seeded moments', async () => {
    const phones = Array.from({ length: 300 }, (_, index) => aPhoneEndingIn(String(index % 20), index));
    const world = await startBroadcastWorld(cloud, phones);
    const before = cloud.power.cuts();
    const kills = () => cloud.power.cuts() - before;
    for (let seed = 7; kills() < 10; seed = (seed * 48_271) % 2_147_483_647) {
      const { due } = (await world.state()).run;
      if (!due) break;
      cloud.clock.advance(Math.max(0, (due.at.getTime() - cloud.clock().getTime()) / 1000));
      const message = await world.message();
      cloud.power.cutAt(1 + (seed % 150), seed % 2 === 0 ? 'before' : 'after');
      await world.run(message);
      cloud.power.restore();
    }
    await world.finish();

    const counts = await world.expectSound();
    expect(kills()).toBe(10);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(300);
    expect(counts.delivered).toBeGreaterThan(200);
    expect(await world.stored()).toMatchObject({ state: 'finished', recipients: 300 });
    const events = await world.events();
    expect(events.filter((name) => name.startsWith('broadcast.'))).toEqual([
      'broadcast.completed',
      'broadcast.sent',
    ]);
  }, 120_000);
});

/** One message that is sent, one that is rejected, and one that is sent later. */
const FEW = ['10', '01', '03'].map((digits) => aPhoneEndingIn(digits));

describe('send-broadcast-messages, crashed at any call', () => {
  it.each(['before', 'after'] as const)(
    '%s: sends to nobody twice, and every recipient gets an outcome',
    async (moment) => {
      const whole = await startBroadcastWorld(cloud, FEW);
      const first = await whole.message();
      cloud.power.restore();
      expect(await whole.run(first)).toEqual(DONE);
      const calls = cloud.power.calls();
      expect(calls.length).toBeGreaterThanOrEqual(30);

      for (let call = 1; call <= calls.length; call += 1) {
        if (isCrashSkipped(moment, call)) continue;
        cloud.tidy();
        const world = await startBroadcastWorld(cloud, FEW);
        const message = await world.message();
        cloud.power.cutAt(call, moment);
        await world.run(message);
        cloud.power.restore();
        // The message is received again, and the next attempt is planned.
        await world.run(message);
        await world.finish();

        await world.expectSound();
        expect(await world.stored()).toMatchObject({ state: 'finished', recipients: FEW.length });
        const events = (await world.events()).filter((name) => name.startsWith('broadcast.'));
        expect(events).toEqual(['broadcast.completed', 'broadcast.sent']);
      }
    },
    120_000,
  );
});
