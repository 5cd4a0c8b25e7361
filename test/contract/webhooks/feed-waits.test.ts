import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { WAITS_PER_KEY, WAITS_PER_WORKSPACE } from '#shared/webhooks/ports/feed-waits.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const LATER = secondsAfterNow(10);

const aWaiter = () => ({ workspaceId: randomUUID(), keyId: randomUUID() });

describeStores('FeedWaits', (fixture) => {
  const enterMany = (waiter: ReturnType<typeof aWaiter>, count: number, now = NOW, until = LATER) =>
    Promise.all(Array.from({ length: count }, () => fixture.feedWaits.enter(waiter, now, until)));

  it('has five places for each key, also for concurrent requests', async () => {
    const waiter = aWaiter();
    const entered = await enterMany(waiter, WAITS_PER_KEY + 3);

    expect(entered.filter((wait) => wait !== undefined)).toHaveLength(5);
    const other = { ...waiter, keyId: randomUUID() };
    expect(await fixture.feedWaits.enter(other, NOW, LATER)).toMatchObject({ ...other, until: LATER });
  });

  it('has 20 places for each workspace, however many keys it has', async () => {
    const { workspaceId } = aWaiter();
    const places: number[] = [];
    // Keys that do not use all of their places.
    for (let key = 0; key < 12; key += 1) {
      const waits = await enterMany({ workspaceId, keyId: randomUUID() }, 2);
      places.push(...waits.flatMap((wait) => wait?.place ?? []));
    }

    expect(places.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: WAITS_PER_WORKSPACE }, (_, index) => index + 1),
    );
    expect(await fixture.feedWaits.enter(aWaiter(), NOW, LATER)).toBeDefined();
  });

  it('gives a place that was left to another key of a full workspace', async () => {
    const { workspaceId } = aWaiter();
    const keys = Array.from({ length: 4 }, () => ({ workspaceId, keyId: randomUUID() }));
    const waits = [];
    for (const key of keys) waits.push(...(await enterMany(key, WAITS_PER_KEY)));
    const newcomer = { workspaceId, keyId: randomUUID() };
    expect(await fixture.feedWaits.enter(newcomer, NOW, LATER)).toBeUndefined();
    const left = waits[7];
    if (left) await fixture.feedWaits.leave(left);

    expect(await fixture.feedWaits.enter(newcomer, NOW, LATER)).toEqual({ ...left, ...newcomer });
    expect(await fixture.feedWaits.enter(newcomer, NOW, LATER)).toBeUndefined();
  });

  it('gives a place that was left to another request', async () => {
    const waiter = aWaiter();
    const [first] = await enterMany(waiter, WAITS_PER_KEY);
    expect(await fixture.feedWaits.enter(waiter, NOW, LATER)).toBeUndefined();
    if (first) await fixture.feedWaits.leave(first);

    expect(await fixture.feedWaits.enter(waiter, NOW, LATER)).toEqual(first);
    expect(await fixture.feedWaits.enter(waiter, NOW, LATER)).toBeUndefined();
  });

  it('frees a place at its end, also if its request never left it', async () => {
    const waiter = aWaiter();
    await enterMany(waiter, WAITS_PER_KEY);

    expect(await fixture.feedWaits.enter(waiter, secondsAfterNow(9), secondsAfterNow(20))).toBeUndefined();
    expect(await fixture.feedWaits.enter(waiter, LATER, secondsAfterNow(20))).toBeDefined();
  });

  it('keeps the place of a request that has taken it after its end', async () => {
    const waiter = aWaiter();
    const [first] = await enterMany(waiter, WAITS_PER_KEY);
    await enterMany(waiter, WAITS_PER_KEY, LATER, secondsAfterNow(20));
    if (first) await fixture.feedWaits.leave(first);

    expect(await fixture.feedWaits.enter(waiter, LATER, secondsAfterNow(20))).toBeUndefined();
  });
});
