import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { later } from '#test/support/builders/platform/builders.ts';
import { PLATFORM_BENCHES, type PlatformBench } from '#test/support/fixtures/platform/platform-bench.ts';

/** The first instant of a window of ten minutes. */
const START = new Date('2026-06-01T12:00:00.000Z');

describe.each(PLATFORM_BENCHES)('what is kept of visits $name', ({ start }) => {
  let bench: PlatformBench;

  beforeAll(async () => {
    bench = await start();
  });

  afterAll(() => bench.stop());

  it('counts ten tries of a client at a page in ten minutes, however many come at once', async () => {
    const page = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 25 }, () => bench.unlockTries.count(page, 'client', later(1, START))),
    );

    expect(tries.filter(Boolean)).toHaveLength(10);
    expect(await bench.unlockTries.count(page, 'client', later(599, START))).toBe(false);
    expect(await bench.unlockTries.count(page, 'client', later(600, START))).toBe(true);
    expect(await bench.unlockTries.count(page, 'other', later(1, START))).toBe(true);
    expect(await bench.unlockTries.count(randomUUID(), 'client', later(1, START))).toBe(true);
  });

  it('gives a try back, but never more than were counted', async () => {
    const page = randomUUID();
    const at = later(1, START);
    await bench.unlockTries.giveBack(page, 'client', at);
    for (let time = 0; time < 10; time += 1) await bench.unlockTries.count(page, 'client', at);
    expect(await bench.unlockTries.count(page, 'client', at)).toBe(false);
    await bench.unlockTries.giveBack(page, 'other', at);
    expect(await bench.unlockTries.count(page, 'client', at)).toBe(false);
    await bench.unlockTries.giveBack(page, 'client', at);

    expect(await bench.unlockTries.count(page, 'client', at)).toBe(true);
    expect(await bench.unlockTries.count(page, 'client', at)).toBe(false);
  });

  it('keeps the first key of passes, whoever is faster', async () => {
    expect(await bench.passKeys.find()).toBeUndefined();
    const kept = await Promise.all(['a', 'b', 'c'].map((sealed) => bench.passKeys.keep(sealed)));
    const [first] = kept;

    expect(new Set(kept).size).toBe(1);
    expect(await bench.passKeys.find()).toBe(first);
    expect(await bench.passKeys.keep('d')).toBe(first);
  });
});
