// Slow: random plans, each with time-outs of 300 ms, half a minute; test/contract/publishing crashes each call.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { runs } from '#test/support/fixtures/platform/depth.ts';
import { anyFaultBut } from '#test/support/fixtures/publishing/any-fault.ts';
import { NETWORKS } from '#test/support/fixtures/publishing/networks.ts';
import { threadOf } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import type { PublishingFixture } from '#test/support/fixtures/publishing/publishing-fixture.ts';
import { createRemovalWorld } from '#test/support/fixtures/publishing/removal-world.ts';

const plan = fc.record({
  length: fc.integer({ min: 1, max: 4 }),
  faults: fc.array(anyFaultBut(), { maxLength: 7 }),
  /** A crash at this call of a port. */
  crash: fc.option(fc.record({ call: fc.integer({ min: 1, max: 12 }), after: fc.boolean() })),
  limitedSeconds: fc.option(fc.integer({ min: 1, max: 4000 })),
  isRevoked: fc.boolean(),
});

describe.each(NETWORKS)('a removal at %s', (_, open: (limits?: object) => Promise<PublishingFixture>) => {
  it('removes the thread, or its outcome says that posts are left', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async ({ length: wanted, faults, crash, limitedSeconds, isRevoked }) => {
        await using fixture = await open({ deadlineMs: 300 });
        const length = Math.min(wanted, fixture.thread);
        const texts = Array.from({ length }, (__, index) => `Part ${index}`);
        const { done } = await fixture.provider.publish(threadOf(fixture.credentials, texts));
        const world = createRemovalWorld(fixture);
        const account = await world.account();
        const removal = world.putRemote(
          account,
          done.map(({ id }) => id),
        );
        fixture.server.plan(fixture.removing, ...faults);
        if (limitedSeconds !== null) fixture.limit(secondsAfterNow(limitedSeconds));
        if (isRevoked && faults.length % 3 === 0) fixture.revoke();
        world.power.restore();
        if (crash) world.power.cutAt(crash.call, crash.after ? 'after' : 'before');
        const [end] = (await world.settle(removal)).accounts;
        await fixture.server.settled();

        const held = fixture.held().map(({ text }) => text);
        expect(end?.state).toMatch(/^(removed|failed)$/u);
        expect(end?.attempts).toBeLessThanOrEqual(5);
        // What is left is the beginning of the thread. The last of it may be removed without a response that says so.
        const left = texts.slice(0, end?.left ?? 0);
        expect([left, left.slice(0, -1)]).toContainEqual(held);
        if (end?.state === 'removed') expect(held).toEqual([]);
        else expect([end?.error?.code.length, left.length].every(Boolean)).toBe(true);
        for (const secret of fixture.secrets())
          expect(JSON.stringify([end, world.log.lines])).not.toContain(secret);
      }),
      { numRuns: runs(40), endOnFailure: true },
    );
  }, 90_000);
});
