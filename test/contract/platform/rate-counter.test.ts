import { expect, it } from 'vitest';
import { newId } from '#shared/platform/runtime/ids.ts';
import { NOW, secondsAfterNow } from '#test/support/builders/platform/command-builders.ts';
import { describeStores } from '#test/support/fixtures/platform/platform-fixture.ts';

const NEXT_MINUTE = secondsAfterNow(60);

describeStores('RateCounter', (fixture) => {
  it('returns the total of all additions', async () => {
    const subject = newId(NOW);

    expect(await fixture.rateCounter.add(subject, NOW, 5)).toBe(5);
    expect(await fixture.rateCounter.add(subject, NOW, 100)).toBe(105);
  });

  it('counts each subject and each minute separately', async () => {
    const [one, other] = [newId(NOW), newId(NOW)];
    await fixture.rateCounter.add(one, NOW, 5);

    expect(await fixture.rateCounter.add(other, NOW, 2)).toBe(2);
    expect(await fixture.rateCounter.add(one, NEXT_MINUTE, 3)).toBe(3);
  });

  it('loses no addition of concurrent requests', async () => {
    const subject = newId(NOW);
    const totals = await Promise.all(
      Array.from({ length: 20 }, () => fixture.rateCounter.add(subject, NOW, 2)),
    );

    expect(totals.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => 2 * index + 2));
  });
});
