import { beforeEach, describe, expect, it } from 'vitest';
import { NO_RECIPIENTS } from '#shared/broadcasts/domain/recipient-counts.ts';
import { aPhoneEndingIn, startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const RECIPIENTS = 60;
/** How long the provider responds to every request that there are too many, in seconds. */
const THROTTLED_SECONDS = 60;
/** The requests that can be on their way when the first rejection arrives. */
const ON_THEIR_WAY = 40;

const THROTTLED = { kind: 'deferred', code: 'throttled', retryAfterMs: null } as const;

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

describe('a provider that rejects requests for a minute because there are too many', () => {
  it('gets fewer requests meanwhile, and afterwards one message for every recipient', async () => {
    const { clock } = cloud;
    const end = clock().getTime() + THROTTLED_SECONDS * 1000;
    const phones = Array.from({ length: RECIPIENTS }, (_, index) => aPhoneEndingIn('10', index));
    const world = await startBroadcastWorld(cloud, phones, {
      sending: { budget: 100_000 },
      result: () => (clock().getTime() < end ? THROTTLED : undefined),
    });
    const rejected: number[] = [];
    for (;;) {
      const { due } = (await world.state()).run;
      const start = due?.at.getTime() ?? end;
      if (start >= end) break;
      clock.advance(Math.max(0, (start - clock().getTime()) / 1000));
      const before = world.requests.length;
      await world.run(await world.message());
      rejected.push(world.requests.length - before);
    }
    expect(rejected.length).toBeGreaterThan(1);
    expect(Math.max(...rejected)).toBeLessThanOrEqual(ON_THEIR_WAY);
    expect((await world.state()).control).toMatchObject({ pausedAt: null, reserved: 0 });
    expect(new Set(await world.outcomes()).size).toBeLessThanOrEqual(2);
    expect((await world.outcomes()).every((outcome) => outcome.startsWith('pending'))).toBe(true);
    await world.finish();

    expect(await world.expectSound()).toEqual({ ...NO_RECIPIENTS, delivered: RECIPIENTS });
    expect([...world.delivered().values()]).toEqual(Array.from({ length: RECIPIENTS }, () => 1));
    expect(await world.stored()).toMatchObject({ state: 'finished' });
  }, 120_000);
});
