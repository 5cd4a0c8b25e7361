import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { WAITS_PER_KEY } from '#shared/webhooks/ports/feed-waits.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(10);

describeStores('FeedWaits', (fixture) => {
  const enterMany = (keyId: string, count: number, now = NOW, until = LATER) =>
    Promise.all(Array.from({ length: count }, () => fixture.feedWaits.enter(keyId, now, until)));

  it('has five places for each key, also for concurrent requests', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const entered = await enterMany(key, WAITS_PER_KEY + 3);

    expect(entered.filter((wait) => wait !== undefined)).toHaveLength(5);
    expect(await fixture.feedWaits.enter(other, NOW, LATER)).toMatchObject({ keyId: other, until: LATER });
  });

  it('gives a place that was left to another request', async () => {
    const key = randomUUID();
    const [first] = await enterMany(key, WAITS_PER_KEY);
    expect(await fixture.feedWaits.enter(key, NOW, LATER)).toBeUndefined();
    if (first) await fixture.feedWaits.leave(first);

    expect(await fixture.feedWaits.enter(key, NOW, LATER)).toEqual(first);
    expect(await fixture.feedWaits.enter(key, NOW, LATER)).toBeUndefined();
  });

  it('frees a place at its end, also if its request never left it', async () => {
    const key = randomUUID();
    await enterMany(key, WAITS_PER_KEY);

    expect(await fixture.feedWaits.enter(key, secondsAfterNow(9), secondsAfterNow(20))).toBeUndefined();
    expect(await fixture.feedWaits.enter(key, LATER, secondsAfterNow(20))).toBeDefined();
  });

  it('keeps the place of a request that has taken it after its end', async () => {
    const key = randomUUID();
    const [first] = await enterMany(key, WAITS_PER_KEY);
    await enterMany(key, WAITS_PER_KEY, LATER, secondsAfterNow(20));
    if (first) await fixture.feedWaits.leave(first);

    expect(await fixture.feedWaits.enter(key, LATER, secondsAfterNow(20))).toBeUndefined();
  });
});
