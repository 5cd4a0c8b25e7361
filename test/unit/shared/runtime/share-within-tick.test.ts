import { describe, expect, it } from 'vitest';
import { shareWithinTick } from '#shared/runtime/share-within-tick.ts';

/** Counts what it is asked; every answer is another one. */
function counting() {
  const asked: string[] = [];
  const share = shareWithinTick(async (key) => {
    asked.push(key);
    return asked.length;
  });
  return { asked, share };
}

describe('shareWithinTick', () => {
  it('puts questions of one turn for one key once, after all of them were asked', async () => {
    const { asked, share } = counting();
    const answers = [share('a'), share('a'), share('b'), share('a')];
    expect(asked).toEqual([]);

    expect(await Promise.all(answers)).toEqual([1, 1, 2, 1]);
    expect(asked).toEqual(['a', 'b']);
  });

  it('never gives an answer to who asks once the question was put', async () => {
    const waiting: (() => void)[] = [];
    const asked: string[] = [];
    const share = shareWithinTick(async (key) => {
      asked.push(key);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return asked.length;
    });
    const first = share('a');
    await Promise.resolve();
    const second = share('a');
    await Promise.resolve();
    expect(asked).toEqual(['a', 'a']);

    for (const answer of waiting) answer();
    await Promise.all([first, second]);
  });

  it('asks again after an answer, and after a failure that all who asked are told of', async () => {
    let fails = true;
    const share = shareWithinTick(async () => {
      if (fails) throw new Error('down');
      return 'up';
    });
    const failed = await Promise.allSettled([share('a'), share('a')]);
    fails = false;

    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await share('a')).toBe('up');
  });
});
