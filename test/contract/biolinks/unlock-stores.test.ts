import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

/** The first instant of a window of ten minutes. */
const START = new Date('2026-06-01T12:00:00.000Z');

describeStores('the stores of page access', (fixture) => {
  it('counts ten attempts of a client on a page in ten minutes, however many are concurrent', async () => {
    const page = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 25 }, () =>
        fixture.unlockAttempts.count(page, 'client', secondsAfterNow(1, START)),
      ),
    );

    expect(tries.filter(Boolean)).toHaveLength(10);
    expect(await fixture.unlockAttempts.count(page, 'client', secondsAfterNow(599, START))).toBe(false);
    expect(await fixture.unlockAttempts.count(page, 'client', secondsAfterNow(600, START))).toBe(true);
    expect(await fixture.unlockAttempts.count(page, 'other', secondsAfterNow(1, START))).toBe(true);
    expect(await fixture.unlockAttempts.count(randomUUID(), 'client', secondsAfterNow(1, START))).toBe(true);
  });

  it('refunds an attempt, but never more than were counted', async () => {
    const page = randomUUID();
    const at = secondsAfterNow(1, START);
    await fixture.unlockAttempts.uncount(page, 'client', at);
    for (let time = 0; time < 10; time += 1) await fixture.unlockAttempts.count(page, 'client', at);
    expect(await fixture.unlockAttempts.count(page, 'client', at)).toBe(false);
    await fixture.unlockAttempts.uncount(page, 'other', at);
    expect(await fixture.unlockAttempts.count(page, 'client', at)).toBe(false);
    await fixture.unlockAttempts.uncount(page, 'client', at);

    expect(await fixture.unlockAttempts.count(page, 'client', at)).toBe(true);
    expect(await fixture.unlockAttempts.count(page, 'client', at)).toBe(false);
  });

  it('keeps the first access token key, whichever writer is faster', async () => {
    expect(await fixture.accessTokenKeys.find()).toBeUndefined();
    const kept = await Promise.all(
      ['a', 'b', 'c'].map((sealed) => fixture.accessTokenKeys.createIfAbsent(sealed)),
    );
    const [first] = kept;

    expect(new Set(kept).size).toBe(1);
    expect(await fixture.accessTokenKeys.find()).toBe(first);
    expect(await fixture.accessTokenKeys.createIfAbsent('d')).toBe(first);
  });
});
