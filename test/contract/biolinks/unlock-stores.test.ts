import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

/** The first instant of a window of ten minutes. */
const START = new Date('2026-06-01T12:00:00.000Z');

describeStores('the stores of page access', (fixture) => {
  it('counts attempts up to the limit in ten minutes, however many are concurrent', async () => {
    const counter = randomUUID();
    const at = (seconds: number) => secondsAfterNow(seconds, START);
    const counted = await Promise.all(
      Array.from({ length: 25 }, () => fixture.unlockAttempts.count(counter, 10, at(1))),
    );

    expect(counted.filter((number) => number !== undefined).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(await fixture.unlockAttempts.count(counter, 10, at(599))).toBeUndefined();
    expect(await fixture.unlockAttempts.count(counter, 11, at(599))).toBe(11);
    expect(await fixture.unlockAttempts.count(counter, 10, at(600))).toBe(1);
    expect(await fixture.unlockAttempts.count(randomUUID(), 10, at(1))).toBe(1);
  });

  it('counts in a window of another length', async () => {
    const counter = randomUUID();
    const hour = 60 * 60_000;
    const count = (seconds: number) =>
      fixture.unlockAttempts.count(counter, 1, secondsAfterNow(seconds, START), hour);

    expect([await count(0), await count(3599), await count(3600)]).toEqual([1, undefined, 1]);
  });

  it('uncounts an attempt, but never more than were counted', async () => {
    const counter = randomUUID();
    const at = secondsAfterNow(1, START);
    await fixture.unlockAttempts.uncount(counter, at);
    await fixture.unlockAttempts.count(counter, 1, at);
    await fixture.unlockAttempts.uncount(randomUUID(), at);
    expect(await fixture.unlockAttempts.count(counter, 1, at)).toBeUndefined();
    await fixture.unlockAttempts.uncount(counter, at);

    expect(await fixture.unlockAttempts.count(counter, 1, at)).toBe(1);
    expect(await fixture.unlockAttempts.count(counter, 1, at)).toBeUndefined();
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
