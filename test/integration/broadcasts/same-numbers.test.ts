import { beforeEach, describe, expect, it } from 'vitest';
import { startBroadcastWorld } from '#test/support/fixtures/broadcasts/broadcast-world.ts';
import { givePhoneEarlier, keepEarlier } from '#test/support/fixtures/messaging/earlier-phone-numbers.ts';
import { forAllTests } from '#test/support/fixtures/platform/for-tests.ts';
import { startLocalCloud } from '#test/support/fixtures/platform/stacks/local-cloud.ts';

const SPELLINGS = [
  ['+5541988171210', '+554188171210'],
  ['+525512345610', '+5215512345610'],
] as const;
const OTHER = '+12025550110';

const cloud = forAllTests(startLocalCloud, 'stop');
beforeEach(() => cloud.tidy());

/** A broadcast to a contact with the number that people dial, one that an earlier version stored with the older spelling, and others. */
async function aWorldWithTwins([dialled, older]: readonly [string, string], others = 0) {
  const phones = Array.from({ length: others }, (_, index) => `+1202556${String(index).padStart(2, '0')}10`);
  const world = await startBroadcastWorld(cloud, [dialled, OTHER, ...phones]);
  const [, second = expect.fail('No contact')] = world.contacts;
  await givePhoneEarlier(cloud.core, second, older);
  return world;
}

describe('a broadcast to two contacts with the two spellings of one number', () => {
  it.each(SPELLINGS)('sends one message: %s, %s', async (...spellings) => {
    const world = await aWorldWithTwins(spellings);
    await world.finish();

    expect((await world.outcomes()).toSorted()).toEqual(['delivered', 'skipped same_number']);
    expect(world.requests).toHaveLength(1);
    expect((await world.expectSound()).skipped).toBe(1);
  });

  it('sends one message if the contacts are in two pages of the audience', async () => {
    const world = await aWorldWithTwins(SPELLINGS[0], 79);
    await world.finish();

    const outcomes = await world.outcomes();
    expect(outcomes.filter((each) => each === 'delivered')).toHaveLength(80);
    expect(outcomes.slice(0, 2).toSorted()).toEqual(['delivered', 'skipped same_number']);
  });

  it.each(SPELLINGS)('sends none after an opt-out that %s has kept beside %s', async (...spellings) => {
    for (const [kept, phone] of [spellings, spellings.toReversed()] as const) {
      const world = await startBroadcastWorld(cloud, [OTHER], { sending: { platform: 'sms' } });
      const [contact = expect.fail('No contact')] = world.contacts;
      await givePhoneEarlier(cloud.core, contact, phone ?? OTHER);
      await keepEarlier(cloud.core, world.workspaceId, kept ?? OTHER, { sms: cloud.clock() });
      await world.finish();

      expect(await world.outcomes()).toEqual(['skipped opted_out']);
      expect(world.requests).toEqual([]);
    }
  });
});
